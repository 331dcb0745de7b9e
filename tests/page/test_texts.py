"""The one table of what the page says: nothing is missing in a language, and nothing is there for nothing."""

import json
import re
from pathlib import Path

import pytest

pytestmark = pytest.mark.coreless

FOLDER = Path(__file__).parents[2] / "docs" / "page"
TABLE = json.loads((FOLDER / "texts.json").read_text(encoding="utf-8"))
TEXTS = TABLE["texts"]
SCRIPTS = {file.name: file.read_text(encoding="utf-8") for file in sorted(FOLDER.glob("*.js"))}
HTML = (FOLDER / "page.html").read_text(encoding="utf-8")
HOLE = re.compile(r"\{(\w+)((?:\|[^|}]*)*)\}")
CYRILLIC = re.compile("[а-яё]", re.IGNORECASE)


LITERAL = re.compile(r'"([^"\n]*)"|`([^`]*)`')


def patterns(source, prefix=""):
    """The texts in a source, each as a pattern in which a part that a program fills in may be anything."""
    for plain, template in LITERAL.findall(source):
        parts = re.split(r"\$\{[^}]*\}", plain or template)
        if parts[0]:
            yield prefix + ".+".join(map(re.escape, parts))


def arguments(source, opening):
    """What stands first in the brackets behind each place where a pattern is found."""
    for call in re.finditer(opening, source):
        depth = 0
        for end, letter in enumerate(source[call.end() :], call.end()):
            depth += (letter in "([{") - (letter in ")]}")
            if depth < 0 or (depth == 0 and letter == ","):
                yield source[call.end() : end]
                break


def asked():
    """The keys that the page asks for, as patterns."""
    yield from map(re.escape, re.findall(r'data-(?:t|label)="([^"]+)"', HTML))
    for source in SCRIPTS.values():
        for argument in arguments(source, r"\b(?:t|sentence)\("):
            yield from patterns(re.sub(r"\?\?.*|[=!]== \S+", "", argument))
        for argument in arguments(source, r"\bnew Refusal\("):
            yield from patterns(re.sub(r"[=!]== \S+", "", argument), r"refusal\.")


def test_the_languages_are_english_spanish_and_russian():
    assert [language["code"] for language in TABLE["languages"]] == ["en", "es", "ru"]


def test_each_text_is_there_in_each_language_with_the_same_holes():
    for key, texts in TEXTS.items():
        assert len(texts) == 3, key
        assert all(text.strip() for text in texts), key
        names = [{name for name, _ in HOLE.findall(text)} for text in texts]
        assert names[0] == names[1] == names[2], key
        for text, most in zip(texts, (2, 2, 3), strict=True):
            assert {forms.count("|") for _, forms in HOLE.findall(text)} <= {0, most}, key


def test_russian_is_written_in_its_letters_and_the_others_are_not():
    for key, (english, spanish, russian) in TEXTS.items():
        assert not CYRILLIC.search(english + spanish), key
        if re.search("[a-z]{3}", HOLE.sub("", russian)) and key != "key.enter":  # it stands on the key
            assert CYRILLIC.search(russian), key


def test_each_key_that_is_asked_for_is_in_the_table():
    for key in asked():
        assert any(re.fullmatch(key, known) for known in TEXTS), key


def test_each_key_of_the_table_is_used():
    named = {re.escape(key) for key in re.findall(r'data-(?:t|label)="([^"]+)"', HTML)}
    for source in SCRIPTS.values():
        named.update(patterns(source))
        named.update(
            map(re.escape, re.findall(r't\("([^"]+)"', source))
        )  # also inside a text that is filled in
        named.update(
            key
            for argument in arguments(source, r"\bnew Refusal\(")
            for key in patterns(argument, r"refusal\.")
        )
    assert [key for key in TEXTS if not any(re.fullmatch(pattern, key) for pattern in named)] == []


def test_no_view_has_words_of_its_own():
    visible = re.sub(r"(?s)<head>.*?</head>|<noscript>.*?</noscript>|<script>.*?</script>|<[^>]+>", " ", HTML)
    assert set(visible.split()) - {"cribscore"} == {"0", "This", "page", "needs", "a", "newer", "browser."}
