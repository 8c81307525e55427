import { describe, expect, test } from 'bun:test'
import { fillPages, makePdf, type PdfSource } from '#server/pdf/engine.ts'
import { readPdf } from './read.ts'
import {
  logo,
  organisation,
  sampleCard,
  sampleDeliverynote,
  sampleEstimate,
  sampleInvoice,
  sampleJoblist,
  samplePickinglist,
} from './samples.ts'

const read = async (print: PdfSource) => readPdf(await makePdf(print))
const invoiceText = async (change: object) =>
  (await read({ document: 'invoice', data: { ...sampleInvoice(3), ...change } })).text

const vatWords = ['Without VAT', 'VAT amount', 'VAT 15 %']
const { vatnumber: _, ...unregistered } = organisation

describe('an invoice', () => {
  test('of a vendor names all that the VAT Act s20(4) asks for', async () => {
    const text = await invoiceText({})
    for (const word of [
      'Tax invoice',
      'INV-0117',
      '21 November 2026',
      'VAT 4210256398',
      'VAT 4870112233',
      ...vatWords,
    ])
      expect(text).toContain(word)
    for (const word of [
      '14 Blacksmith Road',
      '220 Florida Road',
      'Quantity',
      '62 0000 12345',
      '5 December 2026',
    ])
      expect(text).toContain(word)
    expect(text).not.toContain('COPY')
  })

  test('of somebody who is no vendor is a plain invoice without VAT', async () => {
    const text = await invoiceText({ organisation: unregistered, client: { name: 'Cash' } })
    expect(text).toStartWith('Invoice\n')
    expect(text).not.toContain('VAT')
    expect(text).not.toContain('Tax')
    expect(text).toContain('Amount (R)')
  })

  test('a reprint says COPY on every page', async () => {
    const { pages } = await read({ document: 'invoice', data: { ...sampleInvoice(60), copy: true } })
    expect(pages.length).toBeGreaterThan(1)
    for (const page of pages) expect(page.text).toContain('COPY')
  })

  test('without a number is a draft and never calls itself a tax invoice', async () => {
    const text = await invoiceText({ number: undefined })
    expect(text).toContain('Draft invoice')
    expect(text).not.toContain('Tax invoice')
  })

  test('that corrects another is a credit note, with the original and the reason', async () => {
    const text = await invoiceText({
      number: 'CN-0007',
      original: { number: 'INV-0117', date: '2026-11-02' },
      reason: 'Goods or services returned',
    })
    for (const word of [
      'Credit note',
      'CN-0007',
      'INV-0117 of 2 November 2026',
      'Goods or services returned',
    ])
      expect(text).toContain(word)
    expect(text).not.toContain('How to pay')
  })

  test('shows what was paid and what is left', async () => {
    const data = sampleInvoice(3)
    const text = await invoiceText({ paid: data.totals.total - 5000 })
    expect(text).toContain('Amount due')
    expect(text).toContain('R 50,00 due by')
  })

  test('shows each VAT rate, and a discount under its line', async () => {
    const data = sampleInvoice(2)
    const [first, second] = data.lines
    const lines = [
      { ...first!, discount: 125_000 },
      { ...second!, vatrate: 0, vat: 0, total: second!.net },
    ]
    const byrate = [
      { vatrate: 150_000, net: first!.net, vat: first!.vat, total: first!.total },
      { vatrate: 0, net: second!.net, vat: 0, total: second!.net },
    ]
    const text = await invoiceText({
      lines,
      totals: { ...data.totals, gross: data.totals.net + 9, discount: 9, byrate },
    })
    for (const word of ['Discount 12,5 %', 'VAT 15 % on', 'VAT 0 % on', 'Before discount', '−R 0,09'])
      expect(text).toContain(word)
  })
})

describe('a pro forma', () => {
  test('says that it is no tax invoice', async () => {
    const { text } = await read({ document: 'proforma', data: sampleInvoice(3) })
    expect(text).toContain('Pro forma invoice')
    expect(text).toContain('This is not a tax invoice')
  })
})

describe('an estimate', () => {
  test('in summary shows what, and the amounts, but no quantities and prices', async () => {
    const { text } = await read({ document: 'estimate', data: { ...sampleEstimate(4), summary: true } })
    expect(text).toContain('Kitchen carcass')
    expect(text).toContain('Total with VAT')
    for (const word of ['Quantity', 'Unit price']) expect(text).not.toContain(word)
  })

  test('leaves out what it was not given', async () => {
    const data = {
      ...sampleEstimate(1),
      site: undefined,
      terms: '',
      subject: '',
      validuntil: undefined,
      number: undefined,
    }
    const { text } = await read({ document: 'estimate', data })
    for (const word of ['Work done at', 'Terms', 'Valid until', 'Estimate number', 'undefined', 'null'])
      expect(text).not.toContain(word)
  })
})

test('an estimate that asks for a deposit says into which account, until that is there', async () => {
  const bank = { bank: 'FNB', accountnumber: '62 123 456 789', branchcode: '250655' }
  const data = sampleEstimate(1)
  const printed = async (onacceptance?: { percent: number; amount: number; received?: number }) => {
    const organisation = { ...data.organisation, bank }
    return (await read({ document: 'estimate', data: { ...data, organisation, onacceptance } })).text
  }
  const asked = { percent: 500_000, amount: 500_000 }
  for (const words of [await printed(asked), await printed({ ...asked, received: 200_000 })])
    for (const word of ['How to pay', '62 123 456 789', 'Reference']) expect(words).toContain(word)
  for (const words of [await printed(), await printed({ ...asked, received: 500_000 })])
    expect(words).not.toContain('62 123 456 789')
})

test('no label of a paper touches its value', async () => {
  const onacceptance = { percent: 500_000, amount: 500_000 }
  const { pages } = await read({ document: 'estimate', data: { ...sampleEstimate(1), onacceptance } })
  const { words } = pages[0]!
  const label = words.find(({ text }) => text === 'Deposit on acceptance')!
  const value = words.find(({ x, y }) => Math.abs(y - label.y) < 1 && x > label.x)!
  expect(value.text).toContain('R 5 000,00')
  expect(value.x - label.x - label.width).toBeGreaterThan(5)
})

describe('a job card', () => {
  test('is for the workshop: steps, lines, room to sign, no prices', async () => {
    const { text } = await read({ document: 'card', data: sampleCard() })
    for (const word of [
      'DJ1042',
      'Measure on site',
      'Dry fit, then glue',
      'PLY18',
      '4,5 sheets',
      'Remarks',
      'Done by',
    ])
      expect(text).toContain(word)
    for (const word of ['Unit price', '5 910,00', 'R ']) expect(text).not.toContain(word)
  })

  test('shows prices when asked', async () => {
    const { text } = await read({ document: 'card', data: { ...sampleCard(), prices: true } })
    expect(text).toContain('Unit price')
    expect(text).toContain('5 910,00')
  })

  test('without steps or lines has no headings for them', async () => {
    const { text } = await read({
      document: 'card',
      data: { ...sampleCard(), steps: [], input: [], output: [] },
    })
    for (const word of ['Steps', 'Materials in', 'Work and goods out']) expect(text).not.toContain(word)
  })
})

describe('a picking list', () => {
  test('goes by place, says what is missing, and leaves room to write what was picked', async () => {
    const { text } = await read({ document: 'pickinglist', data: samplePickinglist() })
    for (const word of ['Rack 2', 'Birch ply', '6 sheets', '12,5 m', '4 short, none elsewhere', 'Picked by'])
      expect(text.replaceAll('\u00a0', ' ')).toContain(word)
    expect(text).toContain('On hand')
  })

  test('without stock has no figures of it, and says when there is nothing', async () => {
    const { text } = await read({
      document: 'pickinglist',
      data: { ...samplePickinglist(), stock: false, lines: [] },
    })
    expect(text).toContain('There is nothing to pick for this job.')
    for (const word of ['On hand', 'Picked by']) expect(text).not.toContain(word)
  })
})

test('a code says in words what it is, which move nothing on the paper', async () => {
  const coded = { ...sampleDeliverynote(3), code: 'DJDN-0001' }
  expect((await read({ document: 'deliverynote', data: coded })).text).toContain('For our office to scan')
  expect((await read({ document: 'deliverynote', data: sampleDeliverynote(3) })).text).not.toContain('scan')
  expect((await read({ document: 'card', data: sampleCard() })).text).toContain('Scan to open this job')
  const baselines = async (data: ReturnType<typeof sampleDeliverynote>) => {
    const { pages } = await fillPages({ document: 'deliverynote', data })
    return pages
      .flat()
      .flatMap(({ y, elements }) =>
        elements.flatMap((one) => (one.kind === 'text' && one.size !== 7 ? y + one.y : [])),
      )
  }
  expect(await baselines(coded)).toEqual(await baselines(sampleDeliverynote(3)))
})

test('a code stands at the edge of the paper, and the logo beside it', async () => {
  const { pages } = await fillPages({
    document: 'deliverynote',
    data: { ...sampleDeliverynote(3), code: 'DJDN-0001' },
  })
  const elements = pages.flat().flatMap((band) => band.elements)
  const squares = elements.flatMap((one) =>
    one.kind === 'rect' && one.height < 4 && one.width < 40 ? [one.x + one.width] : [],
  )
  expect(Math.max(...squares)).toBeGreaterThan(530)
})

describe('a delivery note', () => {
  test('names goods, codes, crates and the waybill, has no price and a box to sign in', async () => {
    const { text } = await read({ document: 'deliverynote', data: sampleDeliverynote(3) })
    for (const word of [
      'Delivery note',
      'DJDN-0001',
      'WB 20417',
      'Own van',
      'PO 4711',
      'K-0',
      'Crate 1',
      'Job DJ1042',
    ])
      expect(text).toContain(word)
    for (const word of ['Received in good order', 'Date and time']) expect(text).toContain(word)
    expect(text).not.toMatch(/\bR\u00a0|VAT amount|COPY|DRAFT/)
  })

  test('says what it is: a draft, a copy, goods on consignment', async () => {
    const data = sampleDeliverynote(1)
    expect((await read({ document: 'deliverynote', data: { ...data, number: undefined } })).text).toContain(
      'DRAFT',
    )
    expect((await read({ document: 'deliverynote', data: { ...data, copy: true } })).text).toContain('COPY')
    const consigned = await read({ document: 'deliverynote', data: { ...data, consignment: 'Shop floor' } })
    expect(consigned.text).toContain('They lie at: Shop floor.')
  })

  test('proves who received it, with the signature and the photos', async () => {
    const proof = {
      name: 'Thandi M.',
      time: '2026-11-21T10:05:00.000Z',
      zone: 'Africa/Johannesburg',
      by: 'Sipho Mkhize',
      remarks: [{ what: 'Door', remark: 'scratched' }],
      signature: logo,
      photos: [{ bytes: logo, caption: 'At the gate' }],
      more: 2,
    }
    const { text } = await read({ document: 'deliverynote', data: { ...sampleDeliverynote(2), proof } })
    for (const word of [
      'Proof of delivery',
      'Thandi M.',
      '21 Nov 2026, 12:05',
      'Sipho Mkhize',
      'Door: scratched',
    ])
      expect(text).toContain(word)
    for (const word of ['Signed by Thandi M.', 'At the gate', '2 more photos']) expect(text).toContain(word)
    expect(text).not.toContain('Received in good order')
  })
})

describe('a job list', () => {
  test('lies on its side and names every job on its pages', async () => {
    const data = sampleJoblist(70)
    const { pages, text } = await read({ document: 'joblist', data })
    expect(pages[0]).toMatchObject({ width: expect.closeTo(841.89, 1), height: expect.closeTo(595.28, 1) })
    expect(text).toContain('70 jobs')
    for (const row of data.rows) expect(text).toContain(row.reference)
    for (const page of pages) expect(page.text).toContain('Assignee')
    expect(text).not.toContain('Value (R)')
  })

  test('sums the values for who may see money', async () => {
    const { text } = await read({ document: 'joblist', data: { ...sampleJoblist(3), money: true } })
    expect(text).toContain('R 233,06')
  })
})
