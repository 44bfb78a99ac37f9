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
  throw new Error('TODO: problemsWith() is not written yet');
}
