import PDFDocument from 'pdfkit'
import { regular, semibold } from '#server/pdf/fonts.ts'
import type { DocumentLine, EstimateData, Party } from '#views/documents/types.ts'
import { amount, formatPercent, formatQuantity, formatRand, longDate, plainRate } from '#views/format.ts'

const columns = [48, 239, 293, 347, 407, 437, 491]
const widths = [177, 48, 48, 54, 24, 48, 56]
const heads = ['Description', 'Quantity', 'Unit price', 'Without VAT', 'VAT', 'VAT amount', 'Total (R)']

/** An estimate in plain pdfkit, as anyone would draw it who knows where everything goes. */
export async function drawnByHand(data: EstimateData): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: 'A4', margin: 0, bufferPages: true, font: '' })
  const chunks: Uint8Array[] = []
  const done = new Promise((resolve) => doc.on('end', resolve))
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  doc.registerFont('regular', regular.data)
  doc.registerFont('semibold', semibold.data)
  opening(doc, data)
  let y = tableHead(doc, data.subject ? 335 : 318)
  for (const line of data.lines) {
    if (y + 20 > 790) y = nextPage(doc, data)
    y = tableRow(doc, line, y)
  }
  closing(doc, data, y + 170 > 790 ? nextPage(doc, data) : y)
  feet(doc, data)
  doc.end()
  await done
  return Buffer.concat(chunks)
}

type Doc = PDFKit.PDFDocument
type Type = { size?: number; bold?: boolean; colour?: string; width?: number; align?: 'right' }

function put(
  doc: Doc,
  text: string,
  x: number,
  y: number,
  { size = 9, bold, colour = '#1b2026', width, align }: Type = {},
) {
  doc
    .font(bold ? 'semibold' : 'regular')
    .fontSize(size)
    .fillColor(colour)
  const left = align ? x + (width ?? 0) - doc.widthOfString(text) : x
  doc.text(text, left, y, { lineBreak: false })
}

const grey = '#5c6570'

function opening(doc: Doc, data: EstimateData) {
  const { organisation, client, site } = data
  doc.rect(0, 0, 595.28, 4).fill(organisation.colour ?? '#000')
  put(doc, 'Estimate', 48, 38, { size: 22, bold: true })
  if (organisation.logo)
    doc.image(Buffer.from(organisation.logo), 377, 36, { fit: [170, 46], align: 'right' })
  const meta = [
    ['Estimate number', data.number ?? '', 'Valid until', longDate(data.validuntil)],
    ['Date', longDate(data.date), 'Our reference', data.reference ?? ''],
  ]
  meta.forEach((cells, row) => {
    for (const [index, cell] of cells.entries())
      put(doc, cell, [48, 148, 303, 403][index] ?? 0, 92 + row * 15, { colour: index % 2 ? undefined : grey })
  })
  party(doc, 'From', organisation, 48)
  party(doc, 'For', client, 220)
  if (site) party(doc, 'Work done at', site, 392)
  put(doc, `${formatRand(data.totals.total)} valid until ${longDate(data.validuntil)}`, 48, 273, {
    size: 15,
    bold: true,
  })
  put(doc, data.subject ?? '', 48, 298)
}

function party(doc: Doc, label: string, of: Party, x: number) {
  put(doc, label, x, 138, { size: 8, colour: grey })
  put(doc, of.name, x, 151, { bold: true })
  const numbers = [
    of.registrationnumber && `Reg. ${of.registrationnumber}`,
    of.vatnumber && `VAT ${of.vatnumber}`,
  ]
  const lines = [...(of.addresslines ?? []), of.contactname, of.contactnumber, of.contactemail, ...numbers]
  lines.filter(Boolean).forEach((line, index) => {
    put(doc, String(line), x, 164 + index * 13)
  })
}

function tableHead(doc: Doc, y: number): number {
  for (const [index, head] of heads.entries())
    put(doc, head, columns[index] ?? 0, y, {
      size: 8,
      colour: grey,
      width: widths[index],
      align: index ? 'right' : undefined,
    })
  doc.rect(48, y + 13, 499, 0.75).fill('#1b2026')
  return y + 14
}

function tableRow(doc: Doc, line: DocumentLine, y: number): number {
  const cells = [
    formatQuantity(line.quantity, line.unit),
    plainRate(line.rate),
    amount(line.net),
    formatPercent(line.vatrate),
    amount(line.vat),
    amount(line.total),
  ]
  doc.font('regular').fontSize(8.5).fillColor('#1b2026')
  doc.text(line.description, 48, y + 4, { width: 177 })
  const bottom = Math.max(doc.y, y + 16) + 4
  for (const [index, cell] of cells.entries())
    put(doc, cell, columns[index + 1] ?? 0, y + 4, { size: 8.5, width: widths[index + 1], align: 'right' })
  doc.rect(48, bottom, 499, 0.5).fill('#d5dae0')
  return bottom + 0.5
}

function nextPage(doc: Doc, data: EstimateData): number {
  doc.addPage()
  doc.rect(0, 0, 595.28, 4).fill(data.organisation.colour ?? '#000')
  put(doc, `Estimate ${data.number}`, 48, 36, { bold: true })
  put(doc, data.client.name, 48, 36, { colour: grey, width: 499, align: 'right' })
  return tableHead(doc, 70)
}

function closing(doc: Doc, { totals, terms }: EstimateData, top: number) {
  let y = top + 5
  const sums: [string, string][] = [
    ['Total without VAT', formatRand(totals.net)],
    ...totals.byrate.map((each): [string, string] => [
      `VAT ${formatPercent(each.vatrate)} on ${formatRand(each.net)}`,
      formatRand(each.vat),
    ]),
  ]
  for (const [label, value] of sums) {
    put(doc, label, 188, y, { colour: grey, width: 240, align: 'right' })
    put(doc, value, 437, y, { width: 110, align: 'right' })
    y += 18
  }
  put(doc, 'Total with VAT', 188, y, { size: 10.5, bold: true, width: 240, align: 'right' })
  put(doc, formatRand(totals.total), 437, y, { size: 10.5, bold: true, width: 110, align: 'right' })
  put(doc, 'Terms', 48, y + 33, { bold: true })
  y += 49
  for (const paragraph of (terms ?? '').split('\n')) {
    doc.font('regular').fontSize(8).fillColor(grey).text(paragraph, 48, y, { width: 499 })
    y = doc.y + 3
  }
  put(doc, 'Accepted', 48, y + 18, { bold: true })
  for (const [index, label] of ['Name', 'Signature', 'Date'].entries()) {
    doc.rect(48 + index * 173, y + 59, 153, 0.5).fill(grey)
    put(doc, label, 48 + index * 173, y + 62, { size: 7.5, colour: grey })
  }
}

function feet(doc: Doc, { organisation: { name, registrationnumber, vatnumber } }: EstimateData) {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    doc.rect(48, 799, 499, 0.5).fill('#d5dae0')
    put(doc, `${name}  ·  Reg. ${registrationnumber}  ·  VAT ${vatnumber}`, 48, 806, {
      size: 7.5,
      colour: grey,
    })
    put(doc, `Page ${index + 1} of ${count}`, 437, 806, {
      size: 7.5,
      colour: grey,
      width: 110,
      align: 'right',
    })
  }
}
