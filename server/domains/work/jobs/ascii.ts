/** One character beyond Latin-1 among joined pieces would make the engine widen the whole page: three times the work. */
export const asciiJson = (json: string): string =>
  json.replace(/[<\u0080-\uffff]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const asciiHtml = (html: string): string =>
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the whole of ASCII is meant
  html.replace(/[^\x00-\x7f]/gu, (c) => `&#${c.codePointAt(0)};`)
