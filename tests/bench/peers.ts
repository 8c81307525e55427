import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type * as React from 'react'
import { makePdf } from '#server/pdf/engine.ts'
import { regular, semibold } from '#server/pdf/fonts.ts'
import { sampleEstimate } from '#tests/pdf/samples.ts'
import type { EstimateData } from '#views/documents/types.ts'
import { amount, formatPercent, formatQuantity, formatRand, longDate, plainRate } from '#views/format.ts'
import { median, timed } from './load.ts'
import { isReached, type Row, row, table } from './table.ts'

/** What the peers need is fetched into a folder of its own: none of it is part of the program. */
const PACKAGES = { '@react-pdf/renderer': '4.9.0', pdfmake: '0.3.11', react: '19.3.1' }
const folder = join(tmpdir(), 'joblane-peers')

type Draw = (data: EstimateData) => Promise<Uint8Array>

/** An estimate of ours beside those of react-pdf and pdfmake, in turns, with new data every time. */
async function main(): Promise<void> {
  await fetchPeers()
  const peers: [string, Draw, number][] = [
    ['react-pdf', await reactPdf(), 0.04],
    ['pdfmake', await pdfMake(), 0.15],
  ]
  const rows: Row[] = []
  for (const lines of [12, 1000])
    for (const [name, draw, most] of peers) rows.push(await measure(name, draw, lines, most))
  console.log(table(rows))
  process.exitCode = rows.every(isReached) ? 0 : 1
}

async function fetchPeers(): Promise<void> {
  mkdirSync(folder, { recursive: true })
  if (existsSync(join(folder, 'node_modules/pdfmake'))) return
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, dependencies: PACKAGES }))
  const child = Bun.spawn([process.execPath, 'install', '--ignore-scripts'], {
    cwd: folder,
    stdout: 'ignore',
    stderr: 'inherit',
  })
  if ((await child.exited) !== 0) throw new Error('The peers could not be fetched.')
}

const fetched = (name: string) => import(Bun.resolveSync(name, folder))

async function measure(name: string, draw: Draw, lines: number, most: number): Promise<Row> {
  const rounds = lines > 100 ? 3 : 30
  const [ours, theirs]: number[][] = [[], []]
  for (let round = -Math.ceil(rounds / 5); round < rounds; round++) {
    const data = sampleEstimate(lines, (round + 99) * 1009)
    const byThem = await timed(() => draw(data))
    const byUs = await timed(() => makePdf({ document: 'estimate', data }))
    if (round < 0) continue
    theirs?.push(byThem)
    ours?.push(byUs)
  }
  return row({
    what: `estimate of ${lines} lines as PDF, against ${name}`,
    ...{ ours: median(ours), reference: median(theirs), unit: 'ms', reach: `at most ${most}` },
  })
}

const heads = ['Description', 'Quantity', 'Unit price', 'Without VAT', 'VAT', 'VAT amount', 'Total (R)']
const widths = [177, 48, 48, 54, 24, 48, 56]

const cellsOf = (data: EstimateData) =>
  data.lines.map((line) => [
    line.description,
    formatQuantity(line.quantity, line.unit),
    plainRate(line.rate),
    amount(line.net),
    formatPercent(line.vatrate),
    amount(line.vat),
    amount(line.total),
  ])

const sumsOf = ({ totals }: EstimateData) => [
  ['Total without VAT', formatRand(totals.net)],
  ...totals.byrate.map((each) => [`VAT ${formatPercent(each.vatrate)}`, formatRand(each.vat)]),
  ['Total with VAT', formatRand(totals.total)],
]

const partiesOf = ({ organisation, client, site }: EstimateData) =>
  [organisation, client, site].flatMap((one) =>
    one ? [[one.name, ...(one.addresslines ?? []), one.contactname, one.contactemail].filter(Boolean)] : [],
  )

const headOf = (data: EstimateData) => [
  `Estimate ${data.number ?? ''}`,
  `${longDate(data.date)}, valid until ${longDate(data.validuntil)}`,
]

const dataUrl = (font: Uint8Array) => `data:font/ttf;base64,${Buffer.from(font).toString('base64')}`

async function reactPdf(): Promise<Draw> {
  const { createElement } = (await fetched('react')) as typeof React
  const { Document, Page, View, Text, Font, renderToBuffer } = await fetched('@react-pdf/renderer')
  Font.register({
    family: 'Inter',
    fonts: [{ src: dataUrl(regular.data) }, { src: dataUrl(semibold.data), fontWeight: 600 }],
  })
  const text = (value: unknown, style: object, key: number) =>
    createElement(Text, { style, key }, value as string)
  const line = (cells: unknown[], key: number, more: object = {}) =>
    createElement(
      View,
      {
        key,
        style: { flexDirection: 'row', borderBottom: '0.5pt solid #d5dae0', paddingVertical: 4, ...more },
      },
      cells.map((cell, at) => text(cell, { width: widths[at], textAlign: at ? 'right' : 'left' }, at)),
    )
  return (data) => {
    const [title, dates] = headOf(data)
    const page = createElement(
      Page,
      { size: 'A4', style: { padding: 48, fontFamily: 'Inter', fontSize: 8.5 } },
      text(title, { fontSize: 22, fontWeight: 600 }, 0),
      text(dates, { marginBottom: 20 }, 1),
      createElement(
        View,
        { key: 2, style: { flexDirection: 'row', marginBottom: 20 } },
        partiesOf(data).map((lines, at) =>
          createElement(
            View,
            { key: at, style: { width: 166 } },
            lines.map((one, index) => text(one, index ? {} : { fontWeight: 600 }, index)),
          ),
        ),
      ),
      line(heads, 3, { color: '#5c6570' }),
      ...cellsOf(data).map((cells, at) => line(cells, at + 10)),
      ...sumsOf(data).map(([label, value], at) => line(['', '', '', '', '', label, value], at + 100_000)),
      text(data.terms ?? '', { fontSize: 8, marginTop: 30 }, 4),
    )
    return renderToBuffer(createElement(Document, null, page))
  }
}

async function pdfMake(): Promise<Draw> {
  const { default: pdfmake } = await fetched('pdfmake')
  mkdirSync(join(folder, 'fonts'), { recursive: true })
  const faces = { normal: join(folder, 'fonts/regular.ttf'), bold: join(folder, 'fonts/semibold.ttf') }
  writeFileSync(faces.normal, regular.data)
  writeFileSync(faces.bold, semibold.data)
  pdfmake.setLocalAccessPolicy(() => true)
  pdfmake.setUrlAccessPolicy(() => false)
  pdfmake.setFonts({ Inter: faces })
  return (data) => {
    const [title, dates] = headOf(data)
    const right = (cells: unknown[]) => cells.map((text, at) => ({ text, alignment: at ? 'right' : 'left' }))
    const sums = sumsOf(data).map((cells) => right(['', '', '', '', '', ...cells]))
    const body = [heads, ...cellsOf(data)].map(right).concat(sums)
    return pdfmake
      .createPdf({
        pageSize: 'A4',
        pageMargins: 48,
        defaultStyle: { font: 'Inter', fontSize: 8.5 },
        content: [
          { text: title, fontSize: 22, bold: true },
          { text: dates, margin: [0, 0, 0, 20] },
          { columns: partiesOf(data).map((lines) => lines.map((text, at) => ({ text, bold: at === 0 }))) },
          {
            table: { headerRows: 1, widths: [...widths], body },
            layout: 'lightHorizontalLines',
            margin: [0, 20],
          },
          { text: data.terms ?? '', fontSize: 8 },
        ],
      })
      .getBuffer()
  }
}

if (import.meta.main) await main()
