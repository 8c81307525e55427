import { describe, expect, test } from 'bun:test'
import { findNetwork, rateWindow } from '#server/http/rate-window.ts'
import { getMeta } from '#server/http/request.ts'
import type { Services } from '#server/services.ts'

function windowOf(most: number) {
  let now = 1_000_000
  const services = { clock: () => new Date(now) } as Services
  const count = rateWindow(most)
  return {
    wait: (ms: number) => {
      now += ms
    },
    isRefused: (address: string) => {
      const request = new Request('http://localhost/')
      getMeta(request).address = address
      try {
        count(services, request, 1)
        return false
      } catch {
        return true
      }
    },
  }
}

const other = (n: number) => `10.${n >> 16}.${(n >> 8) & 255}.${n & 255}`

describe('a window of a minute', () => {
  test('ends after it', () => {
    const { wait, isRefused } = windowOf(1)
    expect([isRefused('192.0.2.1'), isRefused('192.0.2.1')]).toEqual([false, true])
    wait(60_001)
    expect(isRefused('192.0.2.1')).toBe(false)
  })

  test('does not outlast a clock that is set back', () => {
    const { wait, isRefused } = windowOf(1)
    wait(3_600_000)
    expect([isRefused('192.0.2.1'), isRefused('192.0.2.1')]).toEqual([false, true])
    wait(-3_600_000)
    expect([isRefused('192.0.2.1'), isRefused('192.0.2.1')]).toEqual([false, true])
  })

  test('is not forgotten because many others come', () => {
    const { wait, isRefused } = windowOf(1)
    for (let n = 0; n < 9_000; n++) isRefused(other(n))
    wait(30_000)
    isRefused('192.0.2.1')
    for (let n = 9_000; n < 12_000; n++) isRefused(other(n))
    expect(isRefused('192.0.2.1')).toBe(true)
  })

  test('gives way once it has ended, before one that has not', () => {
    const { wait, isRefused } = windowOf(1)
    isRefused('192.0.2.1')
    wait(60_001)
    isRefused('192.0.2.1')
    for (let n = 0; n < 9_999; n++) isRefused(other(n))
    expect(isRefused('192.0.2.1')).toBe(true)
    isRefused(other(10_000))
    expect(isRefused('192.0.2.1')).toBe(false)
  })

  test('is one for all addresses of a network of IPv6', () => {
    const { isRefused } = windowOf(1)
    expect([isRefused('2001:db8::1'), isRefused('2001:db8:0:0:ffff::2')]).toEqual([false, true])
    expect(isRefused('2001:db8:0:1::1')).toBe(false)
  })
})

test.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['::1', '0:0:0:0::/64'],
  ['2001:0DB8:0000:0001::', '2001:db8:0:1::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['1:2:3:4:5:6:7:8', '1:2:3:4::/64'],
  ['1::4:5:6:7:8', '1:0:0:4::/64'],
  ['', ''],
])('the network of %s is %s', (address, network) => {
  expect(findNetwork(address)).toBe(network)
})
