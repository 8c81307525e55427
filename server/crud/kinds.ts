/** The kinds of fields that a plain resource is made of. A domain may add its own: any `Field` will do. */
export { choice, flag, reference } from './kinds/choices.tsx'
export { integer, percent, quantity, rate } from './kinds/figures.tsx'
export { links } from './kinds/links.tsx'
export { area, colour, date, derived, email, phone, readonly, spaced, text } from './kinds/words.tsx'
