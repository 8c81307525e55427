import { expect, test } from 'bun:test'
import { readConfig } from '#server/config.ts'
import { readClient } from '#server/http/read-client.ts'

const CLIENT = '203.0.113.9'
const request = new Request('http://jobs.test/', {
  headers: { 'x-forwarded-for': `10.0.0.1, ${CLIENT}`, 'x-forwarded-proto': 'https' },
})

test.each([
  ['127.0.0.1', true],
  ['::1', true],
  ['::ffff:192.168.4.1', true],
  ['172.17.0.1', true],
  ['fd00::1', true],
  ['172.32.0.1', false],
  ['198.51.100.1', false],
  ['2001:db8::1', false],
  ['::ffff:198.51.100.1', false],
  ['', false],
])('what %s says of a client is believed: %p', (peer, isProxy) => {
  const config = readConfig({}, ['--proxy'])
  const expected = isProxy ? { address: CLIENT, https: true } : { address: peer, https: false }
  expect(readClient(request, peer, config)).toEqual(expected)
  expect(readClient(request, peer, readConfig({}, []))).toEqual({ address: peer, https: false })
})

test('once the proxy is named, no other is believed', () => {
  const config = readConfig({}, ['--proxy', '--proxy-from', '198.51.100.1,2001:db8::/32'])
  const believed = (peer: string) => readClient(request, peer, config).address === CLIENT
  expect(['198.51.100.1', '2001:db8:1::5', '127.0.0.1', '198.51.100.2'].map(believed)).toEqual([
    true,
    true,
    false,
    false,
  ])
})
