/** Strings, quoted names and comments, in which a `?` is a letter; then a parameter, by number or by name. */
const TOKENS =
  /'[^']*'|"[^"]*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\/|(?<parameter>\?\d*|(?<![\w$])[:@$][A-Za-z_]\w*)/g

/** A join that holds a bare `?` is planned anew at each run, in case its value calls for another plan; `+?` never is. */
export const bindAsExpressions = (sql: string) =>
  sql.replaceAll(TOKENS, (token, parameter?: string) => (parameter ? `+${token}` : token))
