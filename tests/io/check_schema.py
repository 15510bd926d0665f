"""The schema says what the reader says, as far as a schema can.

usage: check_schema.py SUPPLE_PROGRAM TEST_DATA EXAMPLES

Bad files announce in a line "# schema: ..." whether the schema refuses them, accepts them (it knows no arithmetic), or
is never asked because no YAML reader gets that far. Both directions are held.
"""

import json
import pathlib
import re
import subprocess
import sys
import time
import unittest

import jsonschema
import yaml

PROGRAM, DATA, EXAMPLES = sys.argv[1:4]
GOOD = sorted(pathlib.Path(DATA, "models/good").glob("*.yaml")) + sorted(pathlib.Path(EXAMPLES).glob("*.yaml"))
BAD = sorted(pathlib.Path(DATA, "models/bad").glob("*.yaml"))
SCHEMA = json.loads(subprocess.run([PROGRAM, "schema"], check=True, capture_output=True, text=True).stdout)


class CoreLoader(yaml.SafeLoader):
    """YAML 1.2 core: what editors that ask a schema read."""


CoreLoader.yaml_implicit_resolvers = {}
for tag, pattern, first in [
        ("bool", "true|True|TRUE|false|False|FALSE", "tTfF"),
        ("null", "~|null|Null|NULL|", "~nN\0"),
        ("int", "[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
        ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?|[-+]?\.(inf|Inf|INF)|\.(nan|NaN|NAN)",
         "-+.0123456789")]:
    CoreLoader.add_implicit_resolver(f"tag:yaml.org,2002:{tag}", re.compile(f"^(?:{pattern})$"), list(first) + [""])
CoreLoader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: core_int(node.value))
CoreLoader.add_constructor("tag:yaml.org,2002:float", lambda loader, node: float(node.value.replace(".inf", "inf")
                                                                                   .replace(".nan", "nan")))


def core_int(text):
    return int(text, 8 if text.startswith("0o") else 16 if text.startswith("0x") else 10)


def read(path):
    return yaml.load(path.read_bytes(), Loader=CoreLoader)


def with_text_keys(value):
    """JSON has keys of text only."""
    if isinstance(value, dict):
        return {str(key): with_text_keys(item) for key, item in value.items()}
    return [with_text_keys(item) for item in value] if isinstance(value, list) else value


def properties_of(schema, found):
    """Every property that stands anywhere in a schema, as ids of the subschemas that describe them."""
    for key, item in schema.get("properties", {}).items():
        found[id(item)] = f"{key}: {item.get('description', '')}"
    for inner in subschemas(schema):
        properties_of(inner, found)
    return found


def subschemas(schema):
    yield from schema.get("properties", {}).values()
    yield from schema.get("anyOf", [])
    yield from (inner for inner in schema.get("oneOf", []) if "properties" in inner)
    yield from (schema[key] for key in ("items", "additionalProperties") if isinstance(schema.get(key), dict))


def visit(schema, value, seen):
    """Marks the properties that a valid value uses."""
    choices = schema.get("anyOf", []) + [inner for inner in schema.get("oneOf", []) if "properties" in inner]
    for inner in choices:
        if jsonschema.Draft7Validator(inner).is_valid(value):
            visit(inner, value, seen)
    if isinstance(value, dict):
        for key, item in value.items():
            inner = schema.get("properties", {}).get(key, schema.get("additionalProperties"))
            if isinstance(inner, dict):
                seen.add(id(inner))
                visit(inner, item, seen)
    if isinstance(value, list) and "items" in schema:
        for item in value:
            visit(schema["items"], item, seen)


class Schema(unittest.TestCase):
    def setUp(self):
        self.validator = jsonschema.Draft7Validator(SCHEMA)

    def test_it_is_a_schema_of_draft_07(self):
        self.assertEqual(SCHEMA["$schema"], "http://json-schema.org/draft-07/schema#")
        jsonschema.Draft7Validator.check_schema(SCHEMA)

    def test_it_accepts_every_good_file(self):
        self.assertGreater(len(GOOD), 20)
        for path in GOOD:
            with self.subTest(path.name):
                self.assertEqual([error.message[:300] for error in self.validator.iter_errors(with_text_keys(read(path)))], [])

    def test_it_says_of_every_bad_file_what_the_file_announces(self):
        self.assertGreater(len(BAD), 60)
        for path in BAD:
            with self.subTest(path.name):
                announced = re.search(rb"^# schema: (.*)$", path.read_bytes(), re.MULTILINE).group(1).decode()
                self.assertEqual(self.verdict(path), announced)

    def verdict(self, path):
        try:
            value = read(path)
        except (yaml.YAMLError, UnicodeDecodeError):
            return "cannot read"
        return "accepts" if self.validator.is_valid(with_text_keys(value)) else "refuses"

    def test_every_key_occurs_in_a_good_file(self):
        seen = set()
        for path in GOOD:
            visit(SCHEMA, with_text_keys(read(path)), seen)
        everything = properties_of(SCHEMA, {})
        self.assertGreater(len(everything), 200)
        self.assertEqual([name for key, name in everything.items() if key not in seen], [])

    def test_the_reference_names_every_key(self):
        reference = subprocess.run([PROGRAM, "schema", "--reference"], check=True, capture_output=True, text=True).stdout
        keys = {name.split(":")[0] for name in properties_of(SCHEMA, {}).values()}
        self.assertEqual([key for key in sorted(keys) if key != "type" and f"| `{key}` |" not in reference], [])

    def test_patterns_are_quick_on_long_texts(self):
        patterns = set(re.findall(r'"pattern": "((?:[^"\\]|\\.)*)"', json.dumps(SCHEMA, ensure_ascii=False)))
        self.assertGreater(len(patterns), 5)
        hostile = ["1 " * 4096 + "mm", "1 " * 4096 + "!", "9" * 20000 + "!", "m " * 5000 + "!", "1 " + "m/" * 5000,
                   "1 m" + " " * 5000 + "!", "a" * 20000 + "!"]
        for pattern in sorted(patterns):
            compiled = re.compile(json.loads(f'"{pattern}"'))
            for text in hostile:
                start = time.perf_counter()
                compiled.search(text)
                self.assertLess(time.perf_counter() - start, 0.5, (pattern, text[:10]))

    def test_a_file_is_checked_in_a_moment(self):
        value = with_text_keys(read(pathlib.Path(EXAMPLES, "rod_driven_arm.yaml")))
        start = time.perf_counter()
        self.assertTrue(self.validator.is_valid(value))
        self.assertLess(time.perf_counter() - start, 0.5)


unittest.main(argv=sys.argv[:1], verbosity=1)
