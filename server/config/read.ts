import { isYesNo, WrongSetting } from '../setting-kinds.ts'
import { type SettingValues, settingList, table } from './table.ts'

type Environment = Record<string, string | undefined>
type Given = Map<string, { value: string; from: string }>

const OTHER_VARIABLES = ['JOBLANE_CHROMIUM']

/** @throws WrongSetting naming the setting and what is allowed */
export function readSettings(env: Environment, args: string[]): SettingValues {
  const given = new Map([...readEnvironment(env), ...readFlags(args)])
  const values = Object.entries(table).map(([key, { variable, fallback, read }]) => {
    const { value, from } = given.get(variable) ?? { value: fallback, from: variable }
    return [key, read(value, from)]
  })
  return Object.fromEntries(values)
}

function readEnvironment(env: Environment): Given {
  const names = Object.keys(env).filter((name) => name.startsWith('JOBLANE_'))
  const known = new Set([...settingList.map((one) => one.variable), ...OTHER_VARIABLES])
  const unknown = names.find((name) => !known.has(name))
  if (unknown)
    throw new WrongSetting(
      `${unknown} is not a setting. Known: ${settingList.map((one) => one.variable).join(', ')}.`,
    )
  return new Map(names.filter((name) => env[name]).map((name) => [name, { value: env[name]!, from: name }]))
}

function readFlags(args: string[]): Given {
  const given: Given = new Map()
  for (let i = 0; i < args.length; i++) {
    const [flag = '', inline] = args[i]!.split(/=(.*)/s)
    const setting = settingList.find((one) => one.flag === flag)
    if (!setting && !flag.startsWith('-'))
      throw new WrongSetting(
        `"${flag}" is a word too many. A value with spaces stands in quotation marks, as in --account "Main Street Motors".`,
      )
    if (!setting)
      throw new WrongSetting(
        `${args[i]} is not known. Known: ${settingList.map((one) => one.flag).join(', ')}.`,
      )
    // A switch is turned on by itself, or takes the word that follows where it says yes or no.
    const takesNext = !setting.isSwitch || isYesNo(args[i + 1] ?? '')
    const value = inline ?? (takesNext ? args[++i] : 'true')
    if (value === undefined) throw new WrongSetting(`${flag} needs a value.`)
    given.set(setting.variable, { value, from: flag })
  }
  return given
}
