/** What the editor knows; whatever else comes keeps its words alone. */
const known: ReadonlyMap<string, string> = new Map(
  Object.entries({
    p: 'p',
    div: 'p',
    br: 'br',
    strong: 'strong',
    b: 'strong',
    em: 'em',
    i: 'em',
    u: 'u',
    h1: 'h3',
    h2: 'h3',
    h3: 'h3',
    h4: 'h3',
    h5: 'h3',
    h6: 'h3',
    ul: 'ul',
    ol: 'ol',
    li: 'li',
    a: 'a',
  }),
)

/** Their content is no words of a person. */
const gone = new Set(
  'script style title textarea noscript iframe noembed noframes xmp plaintext template select object svg math head'.split(
    ' ',
  ),
)

const blocks = new Set(['p', 'h3', 'ul', 'ol', 'li'])
const textBlocks = new Set(['p', 'h3'])

/** Deeper than anybody writes. */
const MAX_DEPTH = 24

/**
 * Written anew from the allowed elements, without attributes but the address of a link, and from escaped words: so
 * nothing runs, however a browser reads what came in.
 */
export function cleanRichText(html: string): string {
  const writer = createWriter()
  let dropping = 0
  new HTMLRewriter()
    .on('*', {
      element(element) {
        const { tagName, canHaveContent } = element
        if (gone.has(tagName) && canHaveContent) {
          dropping++
          element.onEndTag(() => {
            dropping--
          })
        } else if (dropping === 0) {
          const close = writer.open(known.get(tagName), element.getAttribute('href'))
          if (close && canHaveContent) element.onEndTag(close)
        }
      },
    })
    .onDocument({
      text({ text }) {
        if (dropping === 0) writer.write(text)
      },
    })
    .transform(html)
  return writer.end()
}

type Open = { name: string }

function createWriter() {
  const open: Open[] = []
  let out = ''
  const inside = (names: ReadonlySet<string>) => open.findLast(({ name }) => names.has(name))

  function closeTo(entry: Open | undefined) {
    if (!entry || !open.includes(entry)) return
    for (let last = open.pop(); last; last = last === entry ? undefined : open.pop()) out += `</${last.name}>`
  }

  return {
    open(name: string | undefined, href: string | null): (() => void) | undefined {
      if (name === 'br') out += '<br>'
      if (!name || name === 'br' || open.length >= MAX_DEPTH) return
      const tag = name === 'a' ? linkTag(href) : `<${name}>`
      if (!tag) return
      if (blocks.has(name)) closeTo(inside(textBlocks))
      const entry = { name }
      open.push(entry)
      out += tag
      return () => closeTo(entry)
    },
    // What stands for a sign stays as it came: only what could begin an element is written anew.
    write(text: string) {
      out += text.replaceAll('<', '&lt;').replaceAll('>', '&gt;')
    },
    end(): string {
      closeTo(open[0])
      return readRichText(out).trim() ? out : ''
    },
  }
}

function linkTag(href: string | null): string | undefined {
  if (!href || !/^(https?:\/\/|mailto:|tel:)/i.test(href)) return
  const safe = href.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return `<a href="${safe}" target="_blank" rel="noopener noreferrer nofollow">`
}

const ELEMENT = /<\/?[a-z][^>]*>/i

/** Plain words keep their lines. */
const fromPlainText = (text: string) =>
  text
    .split(/\n{2,}/)
    .map((part) => `<p>${Bun.escapeHTML(part).replaceAll('\n', '<br>')}</p>`)
    .join('')

/** Of a field that held plain text, and holds whatever other programs send. */
export function toRichText(stored: string): string {
  if (stored.trim() === '') return ''
  return ELEMENT.test(stored) ? cleanRichText(stored) : fromPlainText(stored)
}

const signs: Record<string, string> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  nbsp: ' ',
  '#39': "'",
  '#x27': "'",
}

/** Its words in lines, as a history or a printed page shows them. */
export const readRichText = (html: string) =>
  html
    .replace(/<li>/g, '• ')
    .replace(/<br>|<\/(?:p|h3|li)>/g, '\n')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot|nbsp|#39|#x27);/g, (_, name: string) => signs[name] ?? '')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
