"""Which repositories the sources of a campaign mean."""

from __future__ import annotations

from pathlib import Path

import pytest

from hoist.migrate.sources import EntryPoint, Settings, WrongSource, own_settings, repositories, size


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def names(*sources: str) -> list[tuple[str, str]]:
    return [(one.name, one.source) for one in repositories(sources)]


def test_a_folder_is_meant_from_here(tmp_path: Path) -> None:
    (tmp_path / "old").mkdir()
    assert names("old") == [("old", str(tmp_path / "old"))]


@pytest.mark.parametrize(
    ("address", "name"),
    [
        ("https://host.example/team/plates.git", "plates"),
        ("git@host.example:team/plates.git", "plates"),
        ("git@host.example:plates", "plates"),
        ("ssh://git@host.example:2222/plates/", "plates"),
        ("file:///srv/git/plates.git", "plates"),
    ],
)
def test_an_address_stays_as_it_is(address: str, name: str) -> None:
    assert names(address) == [(name, address)]


def test_names_differ_on_systems_that_do_not_tell_case() -> None:
    found = [name for name, _ in names("a/Plates", "b/plates", "c/plates.git", "d/plates-2")]
    assert found == ["Plates", "plates-2", "plates-3", "plates-2-2"]


@pytest.mark.parametrize("path", ["...", "-", "?*", "été"])
def test_a_name_can_be_that_of_a_file_and_a_branch(path: str) -> None:
    ((name, _),) = names(f"x/{path}")
    assert name
    assert name.isascii()
    assert name[0] not in "-."


def test_a_source_named_twice_is_one() -> None:
    assert len(names("a", "./a", "a/")) == 1


def test_what_a_mapping_says_of_a_source_that_is_named_elsewhere_as_well_holds(tmp_path: Path) -> None:
    (tmp_path / "night.toml").write_text('[[repository]]\nsource = "a"\nname = "plates"\nsteps = 9\n')
    for sources in (["a", "night.toml"], ["night.toml", "a"]):
        (one,) = repositories(sources)
        assert (one.name, one.settings.steps) == ("plates", 9)


def test_two_sayings_of_one_source_are_refused(tmp_path: Path) -> None:
    (tmp_path / "night.toml").write_text(
        '[[repository]]\nsource = "a"\nsteps = 9\n[[repository]]\nsource = "a"\nsteps = 8\n'
    )
    with pytest.raises(WrongSource, match="twice, with different settings"):
        repositories(["night.toml"])


def test_a_list_names_sources_from_its_own_folder(tmp_path: Path) -> None:
    (tmp_path / "lists").mkdir()
    (tmp_path / "lists" / "all.txt").write_text("# ours\nplates\n\n  https://host.example/x.git  \n")
    assert names("lists/all.txt") == [
        ("plates", str(tmp_path / "lists" / "plates")),
        ("x", "https://host.example/x.git"),
    ]


def test_a_bundle_is_a_source_not_a_list(tmp_path: Path) -> None:
    (tmp_path / "plates.bundle").write_bytes(b"# v2 git bundle\n0123 refs/heads/main\n")
    assert names("plates.bundle") == [("plates", str(tmp_path / "plates.bundle"))]


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"plates\xff\n", "no list of sources"), (b"other.txt\n", "a list names folders and URLs only")],
)
def test_a_list_that_is_none_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    (tmp_path / "other.txt").write_text("x\n")
    (tmp_path / "all.txt").write_bytes(content)
    with pytest.raises(WrongSource, match=said):
        repositories(["all.txt"])


def test_a_mapping_gives_each_repository_its_settings(tmp_path: Path) -> None:
    (tmp_path / "night.toml").write_text(
        """
[defaults]
python = "/opt/py37/bin/python"
memory = "2 GiB"

[[repository]]
source = "plates"
entry-points = ["train.py", {script = "tools/eval.py", arguments = ["--fast"], folder = "tools"}]

[[repository]]
source = "https://host.example/x.git"
name = "other"
branch = "old"
python = "python2.7"
steps = 5
timeout = 60
"""
    )
    plates, other = repositories(["night.toml"])
    assert plates.source == str(tmp_path / "plates")
    assert plates.settings == Settings(
        python="/opt/py37/bin/python",
        memory=2 << 30,
        entry_points=(EntryPoint("train.py"), EntryPoint("tools/eval.py", ("--fast",), "tools")),
    )
    assert other.name == "other"
    assert other.settings == Settings("old", "python2.7", steps=5, timeout=60.0, memory=2 << 30)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[repository]\n", "cannot be read as TOML"),
        ("[[repository]]\nname = 'x'\n", "source"),
        ("[[repository]]\nsource = 'x'\nstps = 5\n", "stps"),
        ("[[repository]]\nsource = 'x'\nsteps = 'five'\n", "int"),
        ("[[repository]]\nsource = 'x'\nsteps = 2\n", "at least 3"),
        ("[[repository]]\nsource = 'x'\nmemory = 'much'\n", "no size"),
        ("[[repository]]\nsource = 'x'\nentry-points = ['/etc/x.py']\n", "inside the repository"),
        ("[[repository]]\nsource = 'x'\nentry-points = ['../x.py']\n", "inside the repository"),
        ("[[repository]]\nsource = 'x'\nentry-points = [{script = 'a.py', folder = '..'}]\n", "inside the repository"),
        ("[[repos]]\nsource = 'x'\n", "repos"),
    ],
)
def test_a_mapping_that_says_what_is_not_known_is_refused(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "night.toml").write_text(text)
    with pytest.raises(WrongSource, match=said) as error:
        repositories(["night.toml"])
    assert "night.toml" in str(error.value)
    assert "\n" not in str(error.value).strip() or "TOML" in str(error.value)


def test_a_repository_says_what_its_entry_points_are(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.hoist]\nentry-points = ['train.py']\nsteps = 4\n")
    assert own_settings(tmp_path) == Settings(steps=4, entry_points=(EntryPoint("train.py"),))


def test_a_repository_does_not_say_which_interpreter_runs_it(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.hoist]\npython = '/tmp/python'\n")
    with pytest.raises(WrongSource, match="python"):
        own_settings(tmp_path)


def test_other_tools_tables_are_no_concern(tmp_path: Path) -> None:
    (tmp_path / "pyproject.toml").write_text("[tool.black]\nline-length = 100\n")
    assert own_settings(tmp_path) == Settings()


def test_what_the_campaign_says_goes_before_what_the_repository_says() -> None:
    assert Settings(steps=9).over(Settings(steps=4, timeout=7.0)) == Settings(steps=9, timeout=7.0)


@pytest.mark.parametrize(
    ("text", "count"), [("1024", 1024), ("2 GiB", 2 << 30), ("1.5GB", 1_500_000_000), ("500 mb", 500_000_000)]
)
def test_sizes(text: str, count: int) -> None:
    assert size(text) == count


@pytest.mark.parametrize("text", ["", "GiB", "-1", "2 GiX", "1e9"])
def test_no_sizes(text: str) -> None:
    with pytest.raises(ValueError, match="no size"):
        size(text)
