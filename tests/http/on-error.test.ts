import { expect, spyOn, test } from 'bun:test'
import { onError } from '#server/http/on-error.tsx'
import type { Services } from '#server/services.ts'

const broken = new DOMException('The operation was aborted.', 'AbortError')

test.each([
  ['of a request that went away is nobody’s fault', true, 400, 0],
  ['of anything else is a fault, and logged', false, 500, 1],
] as const)('an abort %s', (_, gone, status, logged) => {
  const log = spyOn(console, 'error').mockImplementation(() => {})
  const left = new AbortController()
  if (gone) left.abort()
  const request = new Request('http://localhost/api/jobs', { signal: left.signal })
  expect(onError({} as Services, request, broken).status).toBe(status)
  expect(log).toHaveBeenCalledTimes(logged)
  log.mockRestore()
})
