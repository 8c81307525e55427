import { describe, expect, test } from 'bun:test'
import { renderToStaticMarkup } from 'react-dom/server'
import { BoardCard } from '#islands/board/card.tsx'
import { dueLabel } from '#islands/board/due.ts'
import { matchesFilter, parseFilter } from '#islands/board/filter.ts'
import { cardKeyAction } from '#islands/board/keys.ts'
import type { BoardProps } from '#islands/board/props.ts'
import { quotedCents } from '#islands/board/state.ts'
import { StaticBoard } from '#islands/board/static.tsx'
import { RateCell } from '#islands/job/lines/cell.tsx'
import { amountText, decimalText, parseDecimal, randText, scaled } from '#islands/lib/figures.ts'
import { createScrollPace } from '#islands/lib/scroll-pace.ts'
import { formatRand } from '#views/format.ts'
import { visitLabel } from '#views/ui/visit-time.ts'
import { createCard } from './sample.ts'

/** Figures keep together with no-break spaces. */
const spaced = (text: string) => text.replaceAll('\u00a0', ' ')

describe('a card', () => {
  const markup = (more: Parameters<typeof createCard>[1]) =>
    spaced(renderToStaticMarkup(<BoardCard card={createCard('1', more)} today="2026-11-21" />))

  test('shows what a foreman looks for, the title cut at 30 characters', () => {
    const html = markup({
      description: 'Replace the geyser element and the thermostat',
      critical: true,
      finish: '2026-11-18',
      warnings: 2,
      notes: 1,
      quoted: 1234.5,
      assignee: { id: 'w', name: 'Thandi Mokoena' },
      categories: [{ id: 'k', name: 'Repair', colour: '#d9480f' }],
    })
    expect(html).toContain('Replace the geyser element an…')
    expect(html).toContain('3 days late')
    expect(html).toContain('2 warnings')
    expect(html).toContain('1 note<')
    expect(html).toContain('R 1 234,50')
    expect(html).toContain('Thandi Mokoena')
    expect(html).toContain('Critical')
    expect(html).toContain('Repair')
  })

  test('is a link that opens the job, before any script runs', () => {
    expect(markup({})).toContain('href="?open=nw1"')
  })

  test('has no money for whoever may not see it, and no markup in what people typed', () => {
    const html = markup({ description: '<b>bold</b>' })
    expect(html).not.toContain('money')
    expect(html).toContain('&lt;b&gt;bold')
  })
})

describe('when a job is due', () => {
  const due = (finish: string, open = true) => dueLabel(finish, '2026-11-21', open)
  test('is said in words', () => {
    expect(due('2026-11-20')).toEqual({ text: '1 day late', level: 'late' })
    expect(due('2026-11-21')).toEqual({ text: 'Due today', level: 'soon' })
    expect(due('2026-11-22')).toEqual({ text: 'Due tomorrow', level: 'soon' })
    expect(due('2026-12-24')).toEqual({ text: '24 Dec' })
    expect(due('2027-01-05')).toEqual({ text: '5 Jan 2027' })
  })

  test('no longer matters once it is complete', () => {
    expect(due('2026-11-01', false)).toEqual({ text: '1 Nov' })
  })
})

describe('when somebody goes there', () => {
  const visit = (start: string, visittime: string, finish: string | null = null) =>
    visitLabel({ start, visittime, finish }, '2026-11-21')
  test('is said with its hour', () => {
    expect(visit('2026-11-21', '8:00')).toMatchObject({ text: 'Today 08:00', level: 'soon' })
    expect(visit('2026-11-22', 'between 8 and 10')).toMatchObject({ text: 'Tomorrow 08:00–10:00' })
    expect(visit('2026-11-30', '8', '2026-12-04')).toEqual({
      text: '30 Nov 08:00',
      title: 'Planned for 30 Nov 2026, 08:00, due 4 Dec 2026',
    })
    expect(visit('2026-12-01', 'in the morning')?.text).toBe('1 Dec')
  })

  test('gives way to a day that is due once its own has passed', () => {
    expect(visit('2026-11-20', '8:00', '2026-11-30')).toBeUndefined()
    expect(visit('2026-11-20', '8:00')?.text).toBe('20 Nov 08:00')
  })

  test('stands on the card', () => {
    const card = createCard('1', { start: '2026-11-30', visittime: '8:00', finish: '2026-12-04' })
    const drawn = (status: number) =>
      renderToStaticMarkup(<BoardCard card={{ ...card, status }} today="2026-11-21" />)
    expect(drawn(3)).toContain('>30 Nov 08:00</time>')
    expect(drawn(4)).toContain('>4 Dec</time>')
  })
})

describe('the filter', () => {
  const one = createCard('1', {
    critical: true,
    assignee: { id: 'w1', name: 'Thandi' },
    categories: [{ id: 'k1', name: 'Repair', colour: '#000000' }],
    description: 'Môre se hekke',
  })
  const passes = (query: string) => matchesFilter(parseFilter(query))(one)

  test.each([
    ['', true],
    ['?client=c1', true],
    ['?client=c2', false],
    ['?category=k1&critical=true', true],
    ['?assignee=w2', false],
    ['?assignee=none', false],
    ['?stage=asked', true],
    ['?stage=quoted', false],
    ['?text=ernst+repair', true],
    ['?text=ernst+roof', false],
    ['?text=more+HEKKE', true],
    ['?text=m%C3%94re', true],
    ['?open=nw1', true],
  ])('%s', (query, expected) => expect(passes(query)).toBe(expected))

  test('nobody’s jobs can be asked for', () => {
    expect(matchesFilter(parseFilter('?assignee=none'))(createCard('2'))).toBe(true)
  })
})

describe('the keys of a card', () => {
  const lanes = new Map([
    [1, ['a', 'b', 'c']],
    [2, []],
    [3, ['d']],
  ])
  test.each([
    ['ArrowDown', 'a', 'b'],
    ['ArrowUp', 'b', 'a'],
    ['ArrowUp', 'a', undefined],
    ['ArrowRight', 'c', 'd'],
    ['ArrowLeft', 'd', 'a'],
    ['End', 'a', 'c'],
  ])('%s on %s walks to %s', (key, id, next) => {
    const meant = cardKeyAction(key, id, lanes)
    expect(meant).toEqual(next ? { kind: 'focus', id: next } : undefined)
  })

  test('brackets move the card a lane', () => {
    expect(cardKeyAction('[', 'd', lanes)).toEqual({ kind: 'shift', id: 'd', by: -1 })
    expect(cardKeyAction(']', 'a', lanes)).toEqual({ kind: 'shift', id: 'a', by: 1 })
    expect(cardKeyAction('x', 'a', lanes)).toBeUndefined()
  })
})

describe('figures', () => {
  test('are read digit by digit, never multiplied as floats', () => {
    expect(scaled(1.15, 2)).toBe(115)
    expect(scaled(-0.07, 2)).toBe(-7)
    expect(scaled(8.2, 6)).toBe(8_200_000)
    expect(scaled(1.999, 2)).toBe(199)
    for (let cents = -20_000; cents < 20_000; cents++) expect(scaled(cents / 100, 2)).toBe(cents || 0)
    expect(spaced(randText(1234.5))).toBe('R 1 234,50')
    expect(spaced(formatRand(quotedCents([{ quoted: 0.1 }, { quoted: 0.2 }, {}])))).toBe('R 0,30')
  })

  test('take a comma or a point, and nothing that is no number', () => {
    expect(parseDecimal('1 234,5')).toBe(1234.5)
    expect(parseDecimal('R 12.50')).toBe(12.5)
    expect(parseDecimal('7,5 %')).toBe(7.5)
    expect(parseDecimal('12,5,0')).toBeNull()
    expect(parseDecimal('abc')).toBeNull()
    expect(decimalText(12.5)).toBe('12,5')
  })

  test('of thousands read alike in the cell of a price and in those beside it', () => {
    const idle = { onSave: async () => undefined, onFailed: () => {} }
    const cell = renderToStaticMarkup(<RateCell label="Rate" column="linerate" value={5373} {...idle} />)
    expect(spaced(cell)).toContain(`value="${spaced(amountText(5373))}"`)
    expect(spaced(amountText(5373))).toBe('5 373,00')
  })
})

describe('the board before its script', () => {
  const props = {
    lanes: [1, 2, 3, 4].map((status) => ({ status, label: `Lane ${status}` })),
    cards: [createCard('1', { quoted: 10 }), createCard('2', { status: 2, client: null, quoted: 5 })],
    can: { money: true, write: true },
    filters: { clients: [], categories: [], assignees: [] },
    today: '2026-11-21',
  } as unknown as BoardProps

  test('has its four lanes with counts and sums, empty ones too', () => {
    const html = spaced(renderToStaticMarkup(<StaticBoard props={props} query="" />))
    expect(html.match(/class="lane"/g)?.length).toBe(4)
    expect(html).toContain('NW1')
    expect(html).toContain('R 10,00 quoted')
    expect(html).toContain('R 0,00 quoted')
    expect(html).toContain('<span class="count">1<')
  })

  test('counts and sums what is not loaded too', () => {
    const more = { ...props, figures: [{ status: 1, count: 24_859, quoted: 1_000_010 }], total: 24_860 }
    const html = spaced(renderToStaticMarkup(<StaticBoard props={more} query="" />))
    expect(html).toContain('<span class="count">24 859<')
    expect(html).toContain('R 1 000 010,00 quoted')
    expect(html).toContain('24 858 more')
  })

  test('arrives filtered by its address', () => {
    const html = renderToStaticMarkup(<StaticBoard props={props} query="?client=c1" />)
    expect(html).toContain('NW1')
    expect(html).not.toContain('NW2')
    expect(html).toContain('1 of 2 cards')
  })
})

test('a card that is held at the edge rests at each lane', () => {
  const pace = createScrollPace(0)
  expect(pace(0, 320, 0)).toBeGreaterThan(0)
  expect(pace(300, 320, 400)).toBeGreaterThan(0)
  expect(pace(325, 320, 420)).toBe(0)
  expect(pace(325, 320, 1100)).toBe(0)
  expect(pace(325, 320, 1130)).toBeGreaterThan(0)
  expect(pace(640, 320, 1500)).toBeGreaterThan(0)
  expect(pace(648, 320, 1520)).toBe(0)
  expect(pace(328, 320, 2300)).toBe(0)
})
