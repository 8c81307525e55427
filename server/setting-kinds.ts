import { isIP } from 'node:net'

/** Its message is all that the start prints. */
export class WrongSetting extends Error {}

/** `from` is the flag or variable that it was given by. @throws WrongSetting */
type Read<T> = (given: string, from: string) => T

export type Setting<T = unknown> = {
  flag: string
  variable: string
  fallback: string
  what: string
  isSwitch: boolean
  read: Read<T>
}

export type SettingValuesOf<Table extends Record<string, Setting>> = {
  [K in keyof Table]: ReturnType<Table[K]['read']>
}

export const environmentName = (flag: string) => `JOBLANE_${flag.slice(2).replaceAll('-', '_').toUpperCase()}`

export const setting = <T>(flag: string, fallback: string, what: string, read: Read<T>): Setting<T> => ({
  flag,
  variable: environmentName(flag),
  fallback,
  what,
  isSwitch: false,
  read,
})

export const textSetting = (flag: string, what: string) => setting(flag, '', what, (given) => given)

export const trimmedSetting = (flag: string, what: string) => setting(flag, '', what, (given) => given.trim())

export const yesNoSetting = (flag: string, fallback: boolean, what: string) => ({
  ...setting(flag, String(fallback), what, readYesNo),
  isSwitch: true,
})

export const wholeNumberSetting = (
  flag: string,
  fallback: number,
  [min, max]: [min: number, max: number],
  what: string,
) =>
  setting(flag, String(fallback), what, (given, from) => {
    const number = Number(given)
    if (/^\d+$/.test(given) && number >= min && number <= max) return number
    throw new WrongSetting(`${from} must be a whole number from ${min} to ${max}, not "${given}".`)
  })

export const choiceSetting = <T extends string>(flag: string, choices: readonly [T, ...T[]], what: string) =>
  setting(flag, choices[0], what, (given, from) => {
    const choice = choices.find((one) => one === given.toLowerCase())
    if (choice) return choice
    throw new WrongSetting(`${from} must be one of ${choices.join(', ')}, not "${given}".`)
  })

/** Addresses and networks, of which each is kept as a network. */
export const networksSetting = (flag: string, fallback: string, what: string) =>
  setting(flag, fallback, what, (given, from) =>
    given.split(',').map((one) => {
      const [address = '', bits, ...more] = one.trim().split('/')
      const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0
      if (
        most > 0 &&
        more.length === 0 &&
        (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= most))
      )
        return { address, bits: Number(bits ?? most) }
      throw new WrongSetting(
        `${from} must be addresses or networks with commas between them, such as 192.0.2.7,10.0.0.0/8, not "${given}".`,
      )
    }),
  )

/** An address of this machine with a port, 0 for any free one; null where nothing is given. */
export const listenSetting = (flag: string, what: string) =>
  setting(flag, '', what, (given, from) => {
    if (!given) return null
    const [, host = '', port = ''] = /^(\[[0-9a-f:]+\]|[^:\s]+):(\d{1,5})$/i.exec(given.trim()) ?? []
    if (host && Number(port) <= 65_535) return { host: host.replace(/^\[|\]$/g, ''), port: Number(port) }
    throw new WrongSetting(`${from} must be an address with a port, such as 127.0.0.1:9464, not "${given}".`)
  })

/** Where the program itself is reached: no path, and no slash at the end. */
export const originSetting = (flag: string, what: string) =>
  setting(flag, '', what, (given) => {
    const address = withoutSlash(given)
    if (!address || /^https?:\/\/[^/]+$/.test(address)) return address
    throw new WrongSetting(
      `${environmentName(flag)} must be an address like https://jobs.example.co.za, not "${address}".`,
    )
  })

export const serviceSetting = (flag: string, what: string) =>
  setting(flag, '', what, (given) => {
    const url = given ? URL.parse(given) : null
    if (!given || (url && /^https?:$/.test(url.protocol) && !url.search && !url.hash))
      return withoutSlash(given)
    throw new WrongSetting(
      `${environmentName(flag)} must be an address like https://service.example.co.za, not "${given}".`,
    )
  })

export const withoutSlash = (address: string) => address.replace(/\/+$/, '')

const YES = /^(true|1|yes|on)$/i
const NO = /^(false|0|no|off)$/i

/** Whether it is one of the words that turn a switch on or off. */
export const isYesNo = (given: string): boolean => YES.test(given) || NO.test(given)

function readYesNo(given: string, from: string): boolean {
  if (isYesNo(given)) return YES.test(given)
  throw new WrongSetting(`${from} must be true or false, not "${given}".`)
}
