import { describe, expect, test } from 'bun:test'
import { statuses } from '#db/job-status.ts'
import { type TransitionAction, transition, transitions } from '#server/domains/work/jobs/transitions.ts'
import { findWarnings, type WarningFacts } from '#server/domains/work/jobs/warnings.ts'

/** Decisions C1 and F1 once more, written out: from → to, with what it takes. Everything else is refused. */
const expected: Record<TransitionAction, string[]> = {
  move: [
    ...['1>1', '1>2', '2>1', '2>2', '3>1', '3>2', '4>1', '4>2', '3>3', '4>3', '4>4'].map(
      (way) => `${way} jobs.write work`,
    ),
    ...['1>3', '2>3'].map((way) => `${way} jobs.write work approves`),
    ...['1>4', '2>4'].map((way) => `${way} jobs.write work approves warns`),
    '3>4 jobs.write work warns',
  ],
  invoice: ['4>5 invoices.issue see'],
  credit: ['5>4 invoices.issue see'],
  archive: ['4>6 jobs.write work', '5>6 jobs.write work'],
  remove: ['1>98', '2>98', '3>98', '4>98'].map((way) => `${way} jobs.delete work`),
  restore: ['6>before jobs.delete work', '98>before jobs.delete work admin'],
}

describe('the table of transitions', () => {
  test.each(Object.entries(expected) as [TransitionAction, string[]][])('%s', (act, ways) => {
    const found: string[] = []
    for (const from of statuses)
      for (const to of [...statuses, 'before'] as const) {
        const rule = transition(act, from, to)
        if (!rule) continue
        const marks = [rule.approves && 'approves', rule.warns && 'warns', rule.admin && 'admin'].filter(
          Boolean,
        )
        found.push([`${from}>${to}`, rule.claim, rule.board, ...marks].join(' '))
      }
    expect(found.sort()).toEqual([...ways].sort())
  })

  test('has one answer to each question', () => {
    const ways = transitions.flatMap(({ act, from, to }) =>
      from.flatMap((one) => (to === 'before' ? [`${act} ${one}`] : to.map((two) => `${act} ${one} ${two}`))),
    )
    expect(new Set(ways).size).toBe(ways.length)
  })
})

describe('the five warnings', () => {
  const clean: WarningFacts = {
    status: 3,
    outputassets: 0,
    inputassets: 0,
    unconsumed: 0,
    unconsumedinputs: 0,
    begun: true,
    opensteps: 0,
    closed: false,
    standardminutes: 0,
    fixedprice: false,
    scheduledminutes: null,
  }
  const codes = (facts: Partial<WarningFacts>) => findWarnings({ ...clean, ...facts }).map(({ code }) => code)

  test('say of open steps what can be done where the job stands', () => {
    const said = (facts: Partial<WarningFacts>) => findWarnings({ ...clean, ...facts })[0]?.message
    expect(said({ opensteps: 1 })).toBe('1 step is still open: finish or skip it.')
    expect(said({ status: 4, opensteps: 2, closed: true })).toBe(
      '2 steps are still open: move the job back to finish or skip them.',
    )
  })

  test('arise from status 3 on, each from its own cause', () => {
    expect(codes({})).toEqual([])
    expect(codes({ outputassets: 1 })).toEqual(['outputassets'])
    expect(codes({ inputassets: 2 })).toEqual(['inputassets'])
    expect(codes({ unconsumed: 1 })).toEqual(['unconsumed'])
    expect(codes({ unconsumed: 1, begun: false })).toEqual(['unconsumed'])
    expect(codes({ opensteps: 1, begun: false })).toEqual([])
    expect(codes({ opensteps: 1 })).toEqual(['steps'])
    expect(codes({ standardminutes: 61, scheduledminutes: 60 })).toEqual(['scheduled'])
    expect(codes({ standardminutes: 60, scheduledminutes: 60 })).toEqual([])
    expect(codes({ standardminutes: 1 })).toEqual(['scheduled'])
    const all = { outputassets: 1, inputassets: 1, unconsumed: 1, opensteps: 1, standardminutes: 1 }
    for (const status of [3, 4, 5, 6]) expect(codes({ ...all, status })).toHaveLength(5)
    for (const status of [1, 2, 98]) expect(codes({ ...all, status })).toEqual([])
  })

  test('say how many', () => {
    expect(findWarnings({ ...clean, unconsumed: 1 })[0]?.message).toBe(
      'Nothing is used yet on 1 line: enter what was, or use them as estimated.',
    )
    expect(findWarnings({ ...clean, unconsumed: 3, begun: false })[0]?.message).toBe(
      '3 lines are still to be used: the work has not begun.',
    )
    expect(findWarnings({ ...clean, unconsumed: 3 })[0]?.message).toBe(
      'Nothing is used yet on 3 lines: enter what was, or use them as estimated.',
    )
    const made = { ...clean, unconsumed: 4, unconsumedinputs: 3 }
    expect(findWarnings({ ...made, begun: false })[0]?.message).toBe(
      '1 line is still to be used, and 3 of what goes into it: the work has not begun.',
    )
    expect(findWarnings({ ...made, unconsumedinputs: 1 })[0]?.message).toBe(
      'Nothing is used yet on 3 lines, and 1 of what goes into them: enter what was, or use them as estimated.',
    )
    expect(findWarnings({ ...made, status: 5, unconsumed: 3 })[0]?.message).toBe(
      'Nothing was used on 3 lines, of what goes into what is charged.',
    )
    const steps = (opensteps: number) => findWarnings({ ...clean, opensteps })[0]?.message
    expect(steps(1)).toBe('1 step is still open: finish or skip it.')
    expect(steps(4)).toBe('4 steps are still open: finish or skip them.')
    const [short] = findWarnings({ ...clean, standardminutes: 570, scheduledminutes: 60 })
    expect(short?.message.replaceAll('\u00a0', ' ')).toBe(
      'The scheduled duration is 8 h 30 shorter than the standard time.',
    )
  })
})
