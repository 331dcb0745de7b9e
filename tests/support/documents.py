"""The published schemas of the documents that the command line prints and of the test vectors."""

import copy
import json
from pathlib import Path

import jsonschema

_FOLDER = Path(__file__).parents[2] / "docs" / "reference"


def schema_of(name):
    """Read a schema."""
    return json.loads((_FOLDER / name).read_text(encoding="utf-8"))


SCHEMA = schema_of("output.schema.json")


def validator(part=None):
    """What validates a document, or one of the parts that the schema defines.

    Unlike the schema, it refuses every member of an object that the schema does not name.
    """
    schema = copy.deepcopy(SCHEMA)
    for definition in schema["$defs"].values():
        if definition.get("type") == "object":
            definition["additionalProperties"] = False
    if part is not None:
        del schema["oneOf"]
        schema["$ref"] = f"#/$defs/{part}"
    return jsonschema.Draft202012Validator(schema)
