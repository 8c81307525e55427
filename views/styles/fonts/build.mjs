/**
 * Cuts the two faces of the pages out of Inter's variable font: the weights that the styles use, and of its features
 * those that write words and tabular figures.
 *
 * Run from the repository, with the package `subset-font` at hand: node views/styles/fonts/build.mjs
 */
import { readFileSync, writeFileSync } from 'node:fs'
import subsetFont from 'subset-font'

const SOURCE = 'node_modules/@fontsource-variable/inter/files'
const options = {
  targetFormat: 'woff2',
  variationAxes: { wght: { min: 400, max: 700 } },
  keepFeatures: ['ccmp', 'kern', 'locl', 'mark', 'mkmk', 'tnum'],
}

/** The same ranges as in `fonts.css`. */
const faces = { latin: rangesOf('latin'), 'latin-ext': rangesOf('latin-ext') }

for (const [face, text] of Object.entries(faces)) {
  const source = readFileSync(`${SOURCE}/inter-${face}-wght-normal.woff2`)
  writeFileSync(`views/styles/fonts/inter-${face}.woff2`, await subsetFont(source, text, options))
}

function rangesOf(face) {
  const css = readFileSync('views/styles/fonts.css', 'utf8')
  const [, ranges = ''] = new RegExp(`inter-${face}\\.woff2.*?unicode-range:([^;]+);`, 's').exec(css) ?? []
  return [...ranges.matchAll(/U\+([0-9A-F]+)(?:-([0-9A-F]+))?/g)]
    .flatMap(([, from, to = from]) => {
      const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)]
      return Array.from({ length: last - first + 1 }, (_, i) => String.fromCodePoint(first + i))
    })
    .join('')
}
