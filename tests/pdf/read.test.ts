import { expect, test } from 'bun:test'
import { availableParallelism } from 'node:os'
import './read.ts'

test('reading PDFs leaves a worker of the tests the number of its processors', () => {
  expect(availableParallelism()).toBeGreaterThan(0)
})
