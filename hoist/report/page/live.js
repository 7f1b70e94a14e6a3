document.documentElement.classList.add("live"); // what is there only without scripts is not shown for a moment either
