/** Joins class names, leaving out whatever is false or empty: `classes('chip', warm && 'warm')`. */
export function classes(...names: (string | false | null | undefined)[]): string {
  return names.filter(Boolean).join(' ')
}
