import PDFDocument from 'pdfkit'
import { regular, semibold } from '#server/pdf/fonts.ts'
import type { DeliverynoteData, Party } from '#views/documents/types.ts'
import { formatQuantity, shortDate } from '#views/format.ts'

type Doc = PDFKit.PDFDocument
type Type = { size?: number; bold?: boolean; colour?: string; width?: number; right?: boolean }

const grey = '#5c6570'
const columns: [head: string, x: number, width: number][] = [
  ['Item', 48, 211],
  ['Code', 267, 82],
  ['Packed in', 357, 92],
  ['Quantity', 457, 90],
]

/** A delivery note in plain pdfkit, as anyone would draw it who knows where everything goes. */
export async function drawDeliverynoteByHand(data: DeliverynoteData): Promise<Uint8Array> {
  const doc = new PDFDocument({ size: 'A4', margin: 0, bufferPages: true, font: '' })
  const chunks: Uint8Array[] = []
  const done = new Promise((resolve) => doc.on('end', resolve))
  doc.on('data', (chunk: Uint8Array) => chunks.push(chunk))
  doc.registerFont('regular', regular.data)
  doc.registerFont('semibold', semibold.data)
  opening(doc, data)
  let y = tableHead(doc, 300)
  for (const { description, job, code, piece, quantity, unit } of data.lines) {
    if (y + 34 > 790) y = nextPage(doc, data)
    put(doc, description, 48, y + 5, { size: 8.5 })
    put(doc, `Job ${job}`, 48, y + 18, { size: 7.5, colour: grey })
    put(doc, code ?? '', 267, y + 5, { size: 8.5 })
    put(doc, piece ?? '', 357, y + 5, { size: 8.5 })
    put(doc, formatQuantity(quantity, unit), 457, y + 5, { size: 8.5, width: 90, right: true })
    y += 33
    doc.rect(48, y, 499, 0.5).fill('#d5dae0')
  }
  signatures(doc, y + 70 > 790 ? nextPage(doc, data) : y)
  feet(doc, data)
  doc.end()
  await done
  return Buffer.concat(chunks)
}

function put(doc: Doc, text: string, x: number, y: number, type: Type = {}) {
  const { size = 9, bold, colour = '#1b2026', width = 0, right } = type
  doc
    .font(bold ? 'semibold' : 'regular')
    .fontSize(size)
    .fillColor(colour)
  doc.text(text, right ? x + width - doc.widthOfString(text) : x, y, { lineBreak: false })
}

function opening(doc: Doc, data: DeliverynoteData) {
  doc.rect(0, 0, 595.28, 4).fill(data.organisation.colour ?? '#000')
  put(doc, 'Delivery note', 48, 38, { size: 22, bold: true })
  if (data.organisation.logo)
    doc.image(Buffer.from(data.organisation.logo), 377, 36, { fit: [170, 46], align: 'right' })
  const meta = [
    ['Number', data.number ?? '', 'Reference', data.reference],
    ['Date', shortDate(data.date), 'Waybill', data.waybill],
    ['Job', data.jobs, 'Carrier', data.carrier],
    ['Your order', data.order],
  ]
  for (const [row, cells] of meta.entries())
    for (const [index, cell] of cells.entries())
      put(doc, cell, [48, 148, 303, 403][index] ?? 0, 92 + row * 15, { colour: index % 2 ? undefined : grey })
  party(doc, 'From', data.organisation, 48)
  party(doc, 'For', data.client, 220)
  if (data.site) party(doc, 'Deliver to', data.site, 392)
}

function party(doc: Doc, label: string, of: Party, x: number) {
  put(doc, label, x, 168, { size: 8, colour: grey })
  put(doc, of.name, x, 181, { bold: true })
  const lines = [...(of.addresslines ?? []), of.contactname, of.contactnumber, of.contactemail].filter(
    Boolean,
  )
  for (const [index, line] of lines.entries()) put(doc, String(line), x, 194 + index * 13)
}

function tableHead(doc: Doc, y: number): number {
  for (const [head, x, width] of columns)
    put(doc, head, x, y, { size: 8, colour: grey, width, right: head === 'Quantity' })
  doc.rect(48, y + 13, 499, 0.75).fill('#1b2026')
  return y + 14
}

function nextPage(doc: Doc, data: DeliverynoteData): number {
  doc.addPage()
  doc.rect(0, 0, 595.28, 4).fill(data.organisation.colour ?? '#000')
  put(doc, `Delivery note ${data.number}`, 48, 36, { bold: true })
  put(doc, data.client.name, 48, 36, { colour: grey, width: 499, right: true })
  return tableHead(doc, 70)
}

function signatures(doc: Doc, y: number) {
  put(doc, 'Received in good order', 48, y + 18, { bold: true })
  for (const [index, label] of ['Name', 'Signature', 'Date and time'].entries()) {
    doc.rect(48 + index * 173, y + 59, 153, 0.5).fill(grey)
    put(doc, label, 48 + index * 173, y + 62, { size: 7.5, colour: grey })
  }
}

function feet(doc: Doc, { organisation }: DeliverynoteData) {
  const { count } = doc.bufferedPageRange()
  for (let index = 0; index < count; index++) {
    doc.switchToPage(index)
    doc.rect(48, 799, 499, 0.5).fill('#d5dae0')
    put(doc, organisation.name, 48, 806, { size: 7.5, colour: grey })
    const page = `Page ${index + 1} of ${count}`
    put(doc, page, 437, 806, { size: 7.5, colour: grey, width: 110, right: true })
  }
}
