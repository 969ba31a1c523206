/** The operations of which no test's name begins with their id, as in `it('voidEnvelope voids …`. */
export const untestedOperations = (ids: readonly string[], tests: readonly string[]): readonly string[] => {
  const code = tests.map((text) => text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, ''));
  return ids.filter((id) => !code.some((text) => new RegExp(`\\bit\\(\\s*['"\`]${id} `).test(text)));
};

/** The words that a program says it has no command for, although it has one of that name. */
export const absentButThere = (absent: readonly string[], commands: readonly string[]): readonly string[] =>
  absent.filter((word) => commands.includes(word));
