import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { newWebhookSecret, signEvent } from '#server/webhooks/sign-event.ts'
import { inJavaScript, inPython } from '#views/platform/help/webhook-examples.ts'

type Given = { secret: string; headers: Record<string, string>; body: string }

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'examples-'))
  writeFileSync(join(folder, 'check.mjs'), inJavaScript)
  writeFileSync(join(folder, 'check.py'), inPython)
})
afterAll(() => rmSync(folder, { recursive: true }))

const secret = newWebhookSecret()
const body = '{"type":"job.moved","data":{"description":"Môer & sons"}}'

function event(at = Date.now()): Given {
  const timestamp = Math.floor(at / 1000)
  const signature = signEvent([newWebhookSecret(), secret], { id: 'msg_1', timestamp, body })
  const headers = {
    'webhook-id': 'msg_1',
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signature,
  }
  return { secret, headers, body }
}

const python = Bun.which('python3')
const CALL = `import json, sys
from check import is_signed
one = json.load(sys.stdin)
print(is_signed(one["secret"], one["headers"], one["body"].encode()))`

const languages: [string, (given: Given) => boolean | Promise<boolean>][] = [
  [
    'JavaScript',
    async ({ secret, headers, body }) =>
      (await import(join(folder, 'check.mjs'))).isSigned(secret, headers, body),
  ],
  [
    'Python',
    (given) => {
      const stdin = Buffer.from(JSON.stringify(given))
      const ran = Bun.spawnSync([python as string, '-c', CALL], { cwd: folder, stdin })
      expect(ran.stderr.toString()).toBe('')
      return ran.stdout.toString().trim() === 'True'
    },
  ],
]

describe('the examples of the help check what we sign', () => {
  for (const [language, check] of languages)
    test.skipIf(language === 'Python' && !python)(language, async () => {
      expect(await check(event())).toBe(true)
      expect(await check(event(Date.now() - 6 * 60_000))).toBe(false)
      expect(await check({ ...event(), body: body.replace('job', 'Job') })).toBe(false)
      expect(await check({ ...event(), secret: newWebhookSecret() })).toBe(false)
    })
})
