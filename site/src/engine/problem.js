// What went wrong, in the words of the planner: a message, a hint, and the places of the input it is about.

/**
 * @typedef {{line_text: string, start: number, length: number}} Excerpt  start and length in UTF-8 bytes
 * @typedef {{severity: 'notice'|'warning'|'error', place: {file: string, line: number, column: string},
 *            message: string, hint?: string|null, excerpt?: Excerpt|null}} Diagnostic
 * @typedef {{message: string, hint: string|null, diagnostics: Diagnostic[], stage: 'inventory'|'options'|'run'}} Problem
 */

/**
 * Reads what the planner threw: a JSON text, or, if it stopped by itself, any other error.
 * @param {unknown} thrown
 * @param {Problem['stage']} stage
 * @returns {Problem & {broken: boolean}}
 */
export function problemFrom(thrown, stage) {
  if (typeof thrown === 'string') {
    try {
      const read = JSON.parse(thrown);
      return {
        message: String(read.message ?? ''),
        hint: read.hint ?? null,
        diagnostics: read.diagnostics ?? [],
        stage,
        broken: false,
      };
    } catch {
      return { message: thrown, hint: null, diagnostics: [], stage, broken: false };
    }
  }
  const words = thrown instanceof Error ? thrown.message : String(thrown);
  return {
    message: `the planner stopped: ${words}`,
    hint: 'change the last input, or use the command line for very large inventories',
    diagnostics: [],
    stage,
    broken: thrown instanceof WebAssembly.RuntimeError || thrown instanceof RangeError,
  };
}
