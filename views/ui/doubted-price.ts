/** A thousand and more, in the way of other countries: as decimals it would end in no zero. */
const THOUSANDS = /^[+−-]?R?\s*([1-9]\d{0,2}),(\d{2}0)$/

/** What is asked of a typed price or amount such as 1,250, in which a comma begins the cents; undefined where nothing is in doubt. */
export function askDoubtedPrice(text: string): string | undefined {
  const [, thousands, rest = ''] = THOUSANDS.exec(text.trim()) ?? []
  return (
    thousands &&
    `Is this a thousand? Write ${thousands} ${rest}, or ${thousands},${rest.slice(0, 2)} for cents.`
  )
}
