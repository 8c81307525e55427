import { expect, test } from 'bun:test'
import { routes } from '#server/app.ts'
import { inTurn } from '#tests/bench/hold.ts'
import { unmeasured, whyUnmeasured } from '#tests/bench/hold-unmeasured.ts'
import { routeLabel } from './support.ts'

// `bun run bench Hold` takes the figures, and lists what was refused for a reason that is not named.

test('the bench of holds asks for every route with its largest input, or says why not', () => {
  const asked = new Set(inTurn())
  const silent = routes.filter((route) => !asked.has(route) && !whyUnmeasured(route))
  expect(silent.map(routeLabel)).toEqual([])
})

test('reasons are given for routes that are there, and for a quarter of them at most', () => {
  const labels = new Set(routes.map(routeLabel))
  const listed = unmeasured.flatMap(([address]) => (address instanceof RegExp ? [] : address))
  expect(listed.filter((label) => !labels.has(label))).toEqual([])
  for (const [address] of unmeasured)
    if (address instanceof RegExp)
      expect(
        [...labels].some((label) => address.test(label)),
        String(address),
      ).toBe(true)
  expect(inTurn().filter((route) => whyUnmeasured(route)).length).toBeLessThan(routes.length / 4)
})
