"""The published schema of the documents that the command line prints."""

import copy
import json
from pathlib import Path

import jsonschema

(_PATH,) = (Path(__file__).parents[2] / "docs").rglob("output.schema.json")
SCHEMA = json.loads(_PATH.read_text(encoding="utf-8"))


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
