/** How a unit is spelled that is an hour, of which nothing lies in stock. */
export const hourWords: readonly string[] = ['h', 'hr', 'hrs', 'hour', 'hours', 'uur', 'ure']
