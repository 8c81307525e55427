// Control characters, and the marks that turn text around: a name must read as it is.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
const unseen = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g
const isPath = /^([/~]|\.{1,2}[/\\]|[a-z]:[/\\]|\\\\)|[/\\]\.{1,2}[/\\]|\\/i

const clean = (name: string) => name.replace(unseen, ' ').replace(/\s+/g, ' ').trim()

export const baseName = (name: string): string => clean(name.split(/[/\\]/).at(-1) ?? '').slice(-200)

export const describedName = (name: string): string => clean(isPath.test(name) ? baseName(name) : name)

export function downloadName(filename: string, filetype: string): string {
  const name = filename.replace(/[/\\:*?"<>|]/g, '-').replace(/^\.+/, '') || 'file'
  return name.toLowerCase().endsWith(filetype) ? name : `${name}${filetype}`
}
