import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'

// Nobody outside this process knows it, so nothing that a person typed can pass for a slot.
const secret = crypto.randomUUID().replaceAll('-', '')

type Values<Name extends string> = Record<Name, string | number>

/**
 * What React draws of some slots, as a function that joins strings: drawn once, then a thousand times for the price
 * of a template string. The names after `html` are put in as they are and must come from here or from React.
 */
export function markupTemplate<Name extends string>(
  names: readonly Name[],
  draw: (slots: Record<Name, string>) => ReactElement,
  html: readonly Name[] = [],
): (values: Values<Name>) => string {
  let parts: string[] | undefined
  let order: { name: Name; raw: boolean }[] = []
  const compile = () => {
    const slots = Object.fromEntries(names.map((name, n) => [name, `${secret}x${n}x`])) as Record<
      Name,
      string
    >
    const pieces = renderToStaticMarkup(draw(slots)).split(new RegExp(`${secret}x(\\d+)x`))
    order = pieces
      .filter((_, n) => n % 2 === 1)
      .map((n) => names[Number(n)] as Name)
      .map((name) => ({ name, raw: html.includes(name) }))
    return pieces.filter((_, n) => n % 2 === 0)
  }
  return (values) => {
    parts ??= compile()
    let made = parts[0] as string
    for (let n = 0; n < order.length; n++) {
      const { name, raw } = order[n] as { name: Name; raw: boolean }
      const value = values[name]
      made += typeof value === 'number' ? value : raw ? value : Bun.escapeHTML(value)
      made += parts[n + 1] as string
    }
    return made
  }
}
