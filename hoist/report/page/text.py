"""Text from repositories, made fit for a page: it is shown as it stands, and nothing of it can be taken for markup."""

from __future__ import annotations

import json
import re
from typing import Any

# Control characters, marks that turn the direction of what follows, spaces of no width, separators that scripts take
# for line ends, halves of characters: a reader must see that they are there, and a diff must not read otherwise than
# it runs.
_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff]"
)


def visible(text: str) -> str:
    """Return the text with what cannot be seen written as its code point, such as ``<U+202E>``."""
    return _UNSEEN.sub(lambda found: f"<U+{ord(found[0]):04X}>", text.replace("\r\n", "\n"))


def all_visible(value: Any) -> Any:
    """Return JSON values with all texts made :func:`visible`."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, dict):
        return {key: all_visible(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [all_visible(item) for item in value]
    return value


def json_for_script(value: object) -> str:
    """Return compact JSON, in ASCII, that no text in it can end: ``<``, ``>`` and ``&`` are escapes."""
    text = json.dumps(value, ensure_ascii=True, allow_nan=False, separators=(",", ":"))
    return text.replace("&", "\\u0026").replace("<", "\\u003c").replace(">", "\\u003e")
