/** How a letter or a message begins. */
export const greet = (name: string | undefined) => `Good day${name ? ` ${name}` : ''},`
