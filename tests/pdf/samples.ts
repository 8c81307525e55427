import { Resvg } from '@resvg/resvg-js'
import type {
  CardData,
  DeliverynoteData,
  DocumentLine,
  DocumentTotals,
  EstimateData,
  InvoiceData,
  JoblistData,
  Organisation,
  Party,
  PickinglistData,
} from '#views/documents/types.ts'

const mark =
  '<svg xmlns="http://www.w3.org/2000/svg" width="340" height="92"><path d="M0 92 60 12l34 46 22-28 46 62z" fill="#0f766e"/><path d="M188 70h152v10H188z" fill="#1b2026"/></svg>'

/** A picture with an alpha channel. */
export const logo = new Uint8Array(new Resvg(mark).render().asPng())

export const organisation: Organisation = {
  name: 'Drakensberg Joinery (Pty) Ltd',
  addresslines: ['14 Blacksmith Road', 'Jacobs', 'Durban 4052'],
  registrationnumber: '2011/104523/07',
  vatnumber: '4210256398',
  contactnumber: '031 555 0142',
  contactemail: 'accounts@drakensberg.example',
  colour: '#0f766e',
  logo,
  bank: { bank: 'First Example Bank', accountnumber: '62 0000 12345', branchcode: '250655' },
}

const client: Party = {
  name: 'Nomvula Hospitality Trust',
  addresslines: ['Suite 4, The Old Mill', '220 Florida Road', 'Morningside', 'Durban 4001'],
  vatnumber: '4870112233',
  contactname: 'Thandeka Ndlovu',
  contactemail: 'thandeka@nomvula.example',
}

const site: Party = { name: 'Nomvula Guest House', addresslines: ['7 Marine Drive', 'Umhlanga 4319'] }

const work = [
  'Kitchen carcass, birch ply 18 mm',
  'Solid kiaat counter top, oiled',
  'Drawer runners, soft close, 500 mm',
  'Hinges, concealed, 110°',
  'Installation on site, two joiners',
  'Delivery and rubble removal',
]

/** A line whose amounts follow the rules; `seed` makes each one different. */
function sampleLine(seed: number): DocumentLine {
  const quantity = ((seed * 7) % 40) * 500_000 + 500_000
  const rate = 12_500 + ((seed * 98_765) % 9_000_000)
  const net = Number((BigInt(quantity) * BigInt(rate) + 50_000_000n) / 100_000_000n)
  const vat = Number((BigInt(net) * 15n + 50n) / 100n)
  const description = `${work[seed % work.length]} no. ${seed + 1}`
  return {
    description,
    quantity,
    unit: seed % 3 ? '' : 'm',
    rate,
    vatrate: 150_000,
    net,
    vat,
    total: net + vat,
  }
}

function totalsOf(lines: DocumentLine[]): DocumentTotals {
  const sum = (of: 'net' | 'vat' | 'total') => lines.reduce((total, line) => total + line[of], 0)
  const totals = { net: sum('net'), vat: sum('vat'), total: sum('total') }
  return { ...totals, byrate: [{ vatrate: 150_000, ...totals }] }
}

export function sampleEstimate(count: number, seed = 0): EstimateData {
  const lines = Array.from({ length: count }, (_, index) => sampleLine(index + seed))
  return {
    organisation,
    client,
    site,
    number: `EST-${String(seed + 42).padStart(4, '0')}`,
    date: '2026-11-21',
    validuntil: '2026-12-21',
    reference: 'DJ1042',
    subject: 'New kitchen and scullery for the guest house, made in our workshop and fitted over two days.',
    lines,
    totals: totalsOf(lines),
    terms:
      'A deposit of half the total confirms the work; the rest is due on completion.\nTimber is a natural product: colour and grain vary, and we choose boards that belong together.',
  }
}

export function sampleInvoice(count: number, seed = 0): InvoiceData {
  const { validuntil: _, ...paper } = sampleEstimate(count, seed)
  return {
    ...paper,
    number: `INV-${String(seed + 117).padStart(4, '0')}`,
    duedate: '2026-12-05',
    order: 'PO 88-1',
  }
}

export function sampleCard(): CardData {
  return {
    organisation,
    client,
    site,
    reference: 'DJ1042',
    date: '2026-11-21',
    duedate: '2026-12-02',
    description: 'New kitchen and scullery. Old units come out first; keep the sink, it is used again.',
    fields: [
      { label: 'Category', value: 'Kitchens' },
      { label: 'Assignee', value: 'Sipho Mkhize' },
      { label: 'Colour of oil', value: 'Natural' },
    ],
    steps: [
      {
        name: 'Measure on site',
        instruction: 'Check walls for square before cutting',
        worker: 'Sipho Mkhize',
        completed: '19 Nov',
      },
      { name: 'Cut and edge', worker: 'Anneke Botha' },
      { name: 'Assemble', instruction: 'Dry fit, then glue' },
      { name: 'Fit on site' },
    ],
    input: [
      {
        description: 'Birch ply 18 mm, 2 440 × 1 220',
        code: 'PLY18',
        estimated: 6_000_000,
        unit: 'sheets',
        consumed: 4_500_000,
        rate: 9_850_000,
        total: 591_000,
      },
      {
        description: 'Kiaat boards',
        code: 'KIA32',
        estimated: 12_500_000,
        unit: 'm',
        rate: 4_200_000,
        total: 525_000,
      },
      {
        description: 'Soft close runners',
        code: 'RUN500',
        estimated: 8_000_000,
        unit: 'pairs',
        rate: 2_150_000,
        total: 172_000,
      },
    ],
    output: [{ description: 'Kitchen, complete', estimated: 1_000_000, rate: 480_000_000, total: 4_800_000 }],
    notes: [{ date: '18 Nov 2026', author: 'Thandeka Ndlovu', message: 'Please ring before you come.' }],
  }
}

export const samplePickinglist = (): PickinglistData => ({
  organisation,
  client: { name: 'Nomvula Hospitality Trust' },
  reference: 'DJ1042',
  date: '2026-11-21',
  description: 'Kitchen for the lodge',
  stock: true,
  lines: [
    { place: 'Rack 2', description: 'Birch ply', detail: 'PLY18', unit: 'sheets', topick: 6e6, onhand: 9e6 },
    { place: 'Yard', description: 'Kiaat boards', unit: 'm', topick: 0, picked: 12_500_000, onhand: 1e6 },
    { description: 'Handles', detail: '4 short, none elsewhere', topick: 8e6, onhand: 4e6 },
  ],
})

/** A note of goods, some of them in crates. */
export const sampleDeliverynote = (count: number, seed = 0): DeliverynoteData => ({
  organisation,
  client,
  site,
  number: `DJDN-${String(seed + 1).padStart(4, '0')}`,
  date: '2026-11-21',
  reference: 'Ramp 2, ring the bell',
  waybill: `WB ${seed + 20_417}`,
  carrier: 'Own van',
  order: 'PO 4711',
  jobs: 'DJ1042, DJ1043',
  consignment: '',
  lines: Array.from({ length: count }, (_, index) => ({
    description: `${work[(seed + index) % work.length]} no. ${index + 1}`,
    job: index % 2 ? 'DJ1042' : 'DJ1043',
    code: `K-${seed + index}`,
    quantity: ((index % 40) + 1) * 500_000,
    unit: 'ea',
    piece: index % 3 ? `Crate ${index % 9}` : undefined,
  })),
})

export function sampleJoblist(count: number): JoblistData {
  const rows = Array.from({ length: count }, (_, index) => ({
    reference: `DJ${1000 + index}`,
    description: `${work[index % work.length]}, order ${index + 1}`,
    client: index % 2 ? 'Nomvula Hospitality Trust' : 'Van der Merwe & Seuns',
    location: 'Umhlanga',
    status: ['Draft', 'Review', 'Approve', 'Complete'][index % 4] ?? '',
    assignee: 'Sipho Mkhize',
    duedate: '2026-12-02',
    total: sampleLine(index).total,
  }))
  return {
    organisation,
    title: 'Jobs',
    filter: 'Workshop board, all lanes',
    printed: '21 Nov 2026, 14:05',
    rows,
  }
}
