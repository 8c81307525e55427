import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { readConfig, WrongSetting } from '#server/config.ts'
import { describeError } from '#server/log.ts'
import { fileTimestamp } from '../args.ts'
import { firstSettings, parseSettingsFile } from './settings-file.ts'
import { asUtf16, taskDefinition } from './task-definition.ts'

const TASK = 'Joblane'
const LOG_BYTES = 10_000_000

/** Of the machine, not of a user. */
const base = () => join(process.env.ProgramData ?? 'C:\\ProgramData', 'Joblane')
const program = () => join(process.env.ProgramFiles ?? 'C:\\Program Files', 'Joblane', 'joblane.exe')
const settingsPath = () => join(base(), 'joblane.env')
const logPath = () => join(base(), 'joblane.log')
const dataPath = () => join(base(), 'data')

/** Also an upgrade: the program that stands there backs up before it is replaced. @throws WrongSetting */
export function installTask() {
  mkdirSync(base(), { recursive: true })
  // The local service and administrators, whatever these are called in the language of the machine.
  runTool([
    'icacls',
    base(),
    '/inheritance:r',
    '/grant:r',
    '*S-1-5-19:(OI)(CI)M',
    '*S-1-5-32-544:(OI)(CI)F',
    '*S-1-5-18:(OI)(CI)F',
  ])
  if (!existsSync(settingsPath())) writeFileSync(settingsPath(), firstSettings)
  if (existsSync(program())) replaceProgram()
  else copyProgram()
  const definition = join(base(), 'task.xml')
  writeFileSync(definition, asUtf16(taskDefinition(program())))
  runTool(['schtasks', '/Create', '/TN', TASK, '/XML', definition, '/F'])
  rmSync(definition)
  startTask()
  console.log(`Joblane runs whenever this machine does. Settings: ${settingsPath()}`)
  console.log(`The code that its setup asks for, and its log: ${logPath()}`)
}

function replaceProgram() {
  if (program().toLowerCase() === process.execPath.toLowerCase()) return
  if (existsSync(join(dataPath(), 'platform.sqlite'))) {
    const to = join(base(), 'before-upgrades', `${fileTimestamp()}.joblane`)
    runTool([program(), 'backup', '--data', dataPath(), '--to', to], 'Nothing was replaced.')
    console.log(`What the program wrote until now is backed up in ${to}`)
  }
  // There may be no task any more, which is no error.
  Bun.spawnSync(['schtasks', '/Change', '/TN', TASK, '/DISABLE'])
  endTask()
  copyProgram()
}

const ENDING_MS = 10_000

/** Windows lets nobody write over a program that has not quite ended. */
function copyProgram() {
  mkdirSync(join(program(), '..'), { recursive: true })
  for (const began = performance.now(); ; Bun.sleepSync(200))
    try {
      return copyFileSync(process.execPath, program())
    } catch (error) {
      if (performance.now() - began > ENDING_MS) throw error
    }
}

/** The data stay. */
export function removeTask() {
  stopTask()
  runTool(['schtasks', '/Delete', '/TN', TASK, '/F'])
  console.log(`Joblane is no longer started. Its data are kept in ${base()}`)
}

export function startTask() {
  runTool(['schtasks', '/Change', '/TN', TASK, '/ENABLE'])
  runTool(['schtasks', '/Run', '/TN', TASK])
}

/** At once, as by a power cut, which it is made for: whatever was confirmed is on the disk. */
export function stopTask() {
  runTool(['schtasks', '/Change', '/TN', TASK, '/DISABLE'])
  endTask()
}

/** It may not run, which is no error. */
const endTask = () => Bun.spawnSync(['schtasks', '/End', '/TN', TASK])

/** What the task does. There is no window to write to. */
export async function runTask() {
  keepLog()
  const settings = existsSync(settingsPath()) ? parseSettingsFile(readFileSync(settingsPath(), 'utf8')) : {}
  try {
    await (await import('../serve.ts')).serve(readConfig({ JOBLANE_DATA: dataPath(), ...settings }, []))
  } catch (error) {
    console.error(`joblane: ${describeError(error)}`)
    throw error
  }
}

function keepLog() {
  if ((statSync(logPath(), { throwIfNoEntry: false })?.size ?? 0) > LOG_BYTES)
    renameSync(logPath(), `${logPath()}.1`)
  const write = (line: unknown) => appendFileSync(logPath(), `${new Date().toISOString()} ${line}\r\n`)
  Object.assign(console, { log: write, warn: write, error: write })
}

const AS_ADMINISTRATOR = 'This needs an administrator: open the command prompt by "Run as administrator".'

function runTool(command: string[], advice = AS_ADMINISTRATOR) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command)
  if (exitCode === 0) return
  const said = `${stderr}${stdout}`.trim().split(/\r?\n/).at(-1)
  throw new WrongSetting(`${command[0]} could not do it: ${said || `status ${exitCode}`}. ${advice}`)
}
