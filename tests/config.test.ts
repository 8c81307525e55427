import { expect, test } from 'bun:test'
import { metricsPort } from '#server/cells/settings.ts'
import { readConfig } from '#server/config.ts'

const refusal = (env: Record<string, string>, args: string[] = []) => {
  try {
    readConfig(env, args)
    return ''
  } catch (error) {
    return (error as Error).message
  }
}

test('a flag wins over its variable, which wins over the default; an empty variable is none', () => {
  expect(readConfig({}, []).port).toBe(3000)
  expect(readConfig({ JOBLANE_PORT: '' }, []).port).toBe(3000)
  expect(readConfig({ JOBLANE_PORT: '4000' }, []).port).toBe(4000)
  expect(readConfig({ JOBLANE_PORT: '4000' }, ['--port=5000']).port).toBe(5000)
  expect(readConfig({ JOBLANE_PORT: '4000' }, ['--port', '5000', '--quiet'])).toMatchObject({
    port: 5000,
    quiet: true,
  })
})

test('one setting decides the default of another', () => {
  expect(readConfig({}, []).host).toBe('0.0.0.0')
  expect(readConfig({}, ['--demo'])).toMatchObject({ host: '127.0.0.1', demo: true })
  expect(readConfig({}, ['--demo', '--host', '::']).host).toBe('::')
  expect(readConfig({}, ['--single-account'])).toMatchObject({ selfregistration: false, smtpprivate: true })
})

test('processes that share one setting serve their metrics at ports of their own', () => {
  expect(['c00', 'c01', 'c12'].map((cell) => metricsPort(9464, cell))).toEqual([9464, 9465, 9476])
  expect(metricsPort(0, 'c01')).toBe(0)
})

test('addresses are taken without the slash at their end', () => {
  expect(readConfig({ JOBLANE_URL: 'https://jobs.example.co.za/' }, []).url).toBe(
    'https://jobs.example.co.za',
  )
  expect(readConfig({ JOBLANE_MARSS_URL: 'https://marss.test/api/' }, []).marssurl).toBe(
    'https://marss.test/api',
  )
})

test('a proxy is believed by its address', () => {
  const { proxyfrom } = readConfig({}, ['--proxy-from', '192.0.2.7, 10.0.0.0/8,2001:db8::/32'])
  expect(proxyfrom).toEqual([
    { address: '192.0.2.7', bits: 32 },
    { address: '10.0.0.0', bits: 8 },
    { address: '2001:db8::', bits: 32 },
  ])
  for (const wrong of ['proxy.example', '10.0.0.0/33', '10.0.0.0/', '10.0.0.0/8/8', ''])
    expect(refusal({}, [`--proxy-from=${wrong}`])).toContain('must be addresses or networks')
})

test('a switch stands alone, or with the word that README shows', () => {
  const read = (...args: string[]) => readConfig({}, args)
  for (const args of [['--webhook-private'], ['--webhook-private', 'true'], ['--webhook-private=yes']])
    expect(read(...args).webhookprivate).toBe(true)
  const off = read('--self-registration', 'false', '--quiet', '--port', '3001')
  expect([off.selfregistration, off.quiet, off.port]).toEqual([false, true, 3001])
  expect(refusal({}, ['--quiet', 'Plumbing'])).toStartWith('"Plumbing" is a word too many.')
})

test('what cannot be followed is refused by the name that it was given by', () => {
  expect(refusal({ JOBLANE_PORTS: '1' })).toStartWith('JOBLANE_PORTS is not a setting. Known: JOBLANE_PORT, ')
  expect(refusal({}, ['Plumbing'])).toStartWith('"Plumbing" is a word too many.')
  expect(refusal({}, ['--ports', '1'])).toStartWith('--ports is not known. Known: --port, ')
  expect(refusal({}, ['--port'])).toBe('--port needs a value.')
  expect(refusal({ JOBLANE_PORT: '65536' })).toBe(
    'JOBLANE_PORT must be a whole number from 0 to 65535, not "65536".',
  )
  expect(refusal({}, ['--max-upload-mb=0'])).toBe(
    '--max-upload-mb must be a whole number from 1 to 2000, not "0".',
  )
  expect(refusal({ JOBLANE_DEMO: 'maybe' })).toBe('JOBLANE_DEMO must be true or false, not "maybe".')
  expect(refusal({}, ['--url', 'https://a.test/b'])).toBe(
    'JOBLANE_URL must be an address like https://jobs.example.co.za, not "https://a.test/b".',
  )
  expect(refusal({ JOBLANE_GOOGLE_CLIENT_ID: 'x' })).toBe(
    'JOBLANE_GOOGLE_CLIENT_ID and JOBLANE_GOOGLE_CLIENT_SECRET belong together: set both or neither.',
  )
})
