import { strToU8, Zip, ZipDeflate } from 'fflate'

export type Sheet = { name: string; rows: Iterable<readonly WorkbookCell[]> }
export type WorkbookCell = string | number | boolean | null

/** What Excel has room for. */
const MOST_ROWS = 1_048_576
const MOST_LETTERS = 32_767

/** A workbook of several sheets, handed to `write` while the rows are read. What goes beyond a sheet begins another. */
export function writeSheets(sheets: Iterable<Sheet>, write: (bytes: Uint8Array) => void, most = MOST_ROWS) {
  const zip = new Zip((error, bytes) => {
    if (error) throw error
    write(bytes)
  })
  const names: string[] = []
  for (const { name, rows } of sheets) {
    const source = rows[Symbol.iterator]()
    const head = source.next()
    let next = source.next()
    do {
      const file = addFile(zip, `xl/worksheets/sheet${names.length + 1}.xml`)
      file.push(strToU8(SHEET))
      if (!head.done) file.push(strToU8(rowXml(head.value)))
      let chunk = ''
      for (let count = 1; !next.done && count < most; count++, next = source.next()) {
        chunk += rowXml(next.value)
        if (chunk.length < CHUNK) continue
        file.push(strToU8(chunk))
        chunk = ''
      }
      file.push(strToU8(`${chunk}</sheetData></worksheet>`), true)
      names.push(names.includes(name) ? `${name} ${names.length + 1}` : name)
    } while (!next.done)
  }
  for (const [path, text] of packageParts(names)) addFile(zip, path).push(strToU8(text), true)
  zip.end()
}

const CHUNK = 64 * 1024
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
const FROZEN =
  '<sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews>'
const SHEET = `${HEAD}<worksheet xmlns="${MAIN}">${FROZEN}<sheetData>`

function addFile(zip: Zip, path: string) {
  const file = new ZipDeflate(path, { level: 1 })
  zip.add(file)
  return file
}

const rowXml = (row: readonly WorkbookCell[]) => `<row>${row.map(cellXml).join('')}</row>`

function cellXml(value: WorkbookCell): string {
  if (value === null || value === '') return '<c/>'
  if (typeof value === 'number') return `<c><v>${value}</v></c>`
  if (typeof value === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(value.slice(0, MOST_LETTERS))}</t></is></c>`
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

const escapeXml = (text: string) =>
  text
    .toWellFormed()
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no way to write these
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/[&<>"]/g, (letter) => entities[letter] ?? letter)

function packageParts(names: readonly string[]): [path: string, text: string][] {
  const each = (text: (name: string, number: number) => string) =>
    names.map((name, at) => text(escapeXml(name), at + 1)).join('')
  const override = (part: string, type: string) =>
    `<Override PartName="${part}" ContentType="${TYPE}.${type}+xml"/>`
  const relation = (id: number, type: string, target: string) =>
    `<Relationship Id="rId${id}" Type="${RELATIONS}/${type}" Target="${target}"/>`
  const relations = (inside: string) =>
    `${HEAD}<Relationships xmlns="${PACKAGE}/relationships">${inside}</Relationships>`
  return [
    [
      'xl/workbook.xml',
      `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${RELATIONS}"><sheets>${each((name, n) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    ],
    [
      'xl/_rels/workbook.xml.rels',
      relations(each((_, n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`))),
    ],
    ['_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml'))],
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('/xl/workbook.xml', 'sheet.main')}${each((_, n) => override(`/xl/worksheets/sheet${n}.xml`, 'worksheet'))}</Types>`,
    ],
  ]
}
