"""Judges a value by a learner's schema, independently of the learner's own find_problems()."""

TYPES = {"object": dict, "array": list, "string": str, "integer": int, "number": (int, float), "boolean": bool}


def allows(schema, value):
    """Whether a schema allows a value. Only the keys that the exercise names count."""
    if "type" in schema:
        if schema["type"] not in TYPES:
            raise ValueError(f"there is no type {schema['type']!r}; there are {', '.join(TYPES)}")
        if (schema["type"] == "boolean") != isinstance(value, bool) or not isinstance(value, TYPES[schema["type"]]):
            return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, (int, float)) and not schema.get("minimum", value) <= value <= schema.get("maximum", value):
        return False
    if isinstance(value, list):
        return all(allows(schema.get("items", {}), element) for element in value)
    return allows_fields(schema, value) if isinstance(value, dict) else True


def allows_fields(schema, value):
    known = schema.get("properties", {})
    if any(name not in value for name in schema.get("required", [])):
        return False
    if schema.get("additionalProperties") is False and any(name not in known for name in value):
        return False
    return all(allows(known[name], field) for name, field in value.items() if name in known)
