import { strToU8, Zip, ZipDeflate } from 'fflate'
import { DAY_MS } from '#server/instants.ts'
import { columnWidth, type ExportColumn, numberFormats } from './cells.ts'

/** `kinds` of its columns, general where none is named. */
export type Sheet = {
  name: string
  rows: Iterable<readonly WorkbookCell[]>
  kinds?: readonly ExportColumn['kind'][]
}
/** A `Date` is a day. */
export type WorkbookCell = string | number | boolean | Date | null

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
  for (const { name, rows, kinds } of sheets) {
    const styles = kinds?.map(styleOf)
    const source = rows[Symbol.iterator]()
    const head = source.next()
    let next = source.next()
    do {
      const file = addFile(zip, `xl/worksheets/sheet${names.length + 1}.xml`)
      file.push(strToU8(`${SHEET}${kinds && !head.done ? columnsXml(head.value, kinds) : ''}<sheetData>`))
      if (!head.done) file.push(strToU8(rowXml(head.value)))
      let chunk = ''
      for (let count = 1; !next.done && count < most; count++, next = source.next()) {
        chunk += rowXml(next.value, styles)
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
const SHEET = `${HEAD}<worksheet xmlns="${MAIN}">${FROZEN}`

/** Excel's own formats end at 163. */
const FIRST_FORMAT = 164
const formatList = Object.values(numberFormats)
const listOf = (name: string, items: readonly string[]) =>
  `<${name} count="${items.length}">${items.join('')}</${name}>`
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}">${[
  listOf(
    'numFmts',
    formatList.map((code, at) => `<numFmt numFmtId="${FIRST_FORMAT + at}" formatCode="${code}"/>`),
  ),
  listOf('fonts', ['<font><sz val="11"/><name val="Calibri"/></font>']),
  listOf('fills', [
    '<fill><patternFill patternType="none"/></fill>',
    '<fill><patternFill patternType="gray125"/></fill>',
  ]),
  listOf('borders', ['<border><left/><right/><top/><bottom/><diagonal/></border>']),
  listOf('cellStyleXfs', ['<xf numFmtId="0" fontId="0" fillId="0" borderId="0"/>']),
  listOf('cellXfs', [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    ...formatList.map(
      (_, at) =>
        `<xf numFmtId="${FIRST_FORMAT + at}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`,
    ),
  ]),
].join('')}</styleSheet>`

function addFile(zip: Zip, path: string) {
  const file = new ZipDeflate(path, { level: 1 })
  zip.add(file)
  return file
}

const columnsXml = (heads: readonly WorkbookCell[], kinds: NonNullable<Sheet['kinds']>) =>
  `<cols>${heads
    .map((head, at) => {
      const width = columnWidth(String(head), kinds[at])
      return `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"/>`
    })
    .join('')}</cols>`

const formatNames = Object.keys(numberFormats)
/** The first is general. */
const styleOf = (kind = '') => formatNames.indexOf(kind) + 1

/** Excel counts days, and has one that never was at the end of February 1900. */
const EXCEL_EPOCH_MS = Date.UTC(1899, 11, 30)

const rowXml = (row: readonly WorkbookCell[], styles: readonly number[] = []) =>
  `<row>${row.map((value, at) => cellXml(value, styles[at])).join('')}</row>`

function cellXml(value: WorkbookCell, style = 0): string {
  if (value === null || value === '') return '<c/>'
  const styled = style > 0 ? ` s="${style}"` : ''
  if (value instanceof Date) return `<c${styled}><v>${(value.getTime() - EXCEL_EPOCH_MS) / DAY_MS}</v></c>`
  if (typeof value === 'number') return `<c${styled}><v>${value}</v></c>`
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
      relations(
        each((_, n) => relation(n, 'worksheet', `worksheets/sheet${n}.xml`)) +
          relation(names.length + 1, 'styles', 'styles.xml'),
      ),
    ],
    ['xl/styles.xml', STYLES],
    ['_rels/.rels', relations(relation(1, 'officeDocument', 'xl/workbook.xml'))],
    [
      '[Content_Types].xml',
      `${HEAD}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>${override('/xl/workbook.xml', 'sheet.main')}${override('/xl/styles.xml', 'styles')}${each((_, n) => override(`/xl/worksheets/sheet${n}.xml`, 'worksheet'))}</Types>`,
    ],
  ]
}
