// Are these the arguments that a tool wants?

// --- 3. Arguments against a schema -------------------------------------------

/**
 * Compares arguments, which are an object, with the schema of a tool. Returns a
 * list of sentences, one for each problem, or an empty list. Each names the
 * argument it is about.
 *
 *     {
 *       "type": "object",
 *       "properties": {
 *         "title": { "type": "string" },
 *         "stars": { "type": "integer" }
 *       },
 *       "required": ["title"],
 *       "additionalProperties": false
 *     }
 *
 *   * An argument in `required` has to be there.
 *   * An argument in `properties` that is there has to be of its `type`, if
 *     that says one: "string", "boolean", "number", "integer" (a number without
 *     a fraction), "array", or "object" (which is neither a list nor null).
 *   * Others are allowed, unless `additionalProperties` is false.
 *
 * Every part of a schema may be missing. Names come from outside: an argument
 * may be called "toString", as every object in JavaScript has something of this
 * name without being given it.
 *
 * Useful: Object.hasOwn(object, name), Object.entries(object)
 */
export function problemsWith(values, schema) {
  const { properties = {}, required = [], additionalProperties } = schema;
  const missing = required
    .filter((name) => !Object.hasOwn(values, name))
    .map((name) => `${name} is missing`);
  const wrong = Object.entries(values).flatMap(([name, value]) => {
    if (name in properties) {
      return mismatch(name, value, properties[name]?.type);
    }
    if (additionalProperties !== false) return [];
    return [`${name} is not an argument of this tool`];
  });
  return [...missing, ...wrong];
}

const TYPES = {
  string: (value) => typeof value === 'string',
  boolean: (value) => typeof value === 'boolean',
  number: (value) => typeof value === 'number',
  integer: (value) => Number.isInteger(value),
  array: (value) => Array.isArray(value),
  object: (value) =>
    typeof value === 'object' && value !== null && !Array.isArray(value),
};

function mismatch(name, value, type) {
  if (type === undefined || TYPES[type](value)) return [];
  return [`${name} should be of type ${type}, not ${JSON.stringify(value)}`];
}
