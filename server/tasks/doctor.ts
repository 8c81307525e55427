import { type Config, readConfig } from '#server/config.ts'
import { describeError } from '#server/log.ts'
import { examineBackups, examineCopies } from './doctor/examine-backups.ts'
import { examineCells } from './doctor/examine-cells.ts'
import { examineAddress, examineMail } from './doctor/examine-connections.ts'
import { examineFolder } from './doctor/examine-folder.ts'
import { type Finding, fault } from './doctor/finding.ts'

const words: Record<Finding['level'], string> = { sound: 'ok     ', warning: 'warning', fault: 'fault  ' }

/**
 * Says in sentences what is wrong with an installation, beside the program while it runs; nothing is changed.
 * @throws when there is a fault, so that the exit status says it
 */
export async function doctor(args: string[]): Promise<void> {
  const findings = await examine(readConfig(process.env, args))
  for (const { level, sentence } of findings) console.log(`${words[level]}  ${sentence}`)
  const count = (level: Finding['level']) => findings.filter((one) => one.level === level).length
  const many = (level: Finding['level']) => `${count(level)} ${level}${count(level) === 1 ? '' : 's'}`
  const summary = `${many('fault')}, ${many('warning')}`
  if (count('fault') > 0) throw new Error(`This installation needs you: ${summary}.`)
  console.log(summary)
}

async function examine(config: Config): Promise<Finding[]> {
  const now = () => new Date()
  const folder = await catchFault(() => examineFolder(config))
  if (folder.some(({ level }) => level === 'fault')) return folder
  return [
    ...folder,
    ...(await catchFault(() => examineCells(config))),
    ...(await catchFault(() => examineBackups(config, now()))),
    ...(await catchFault(() => examineCopies(config, now()))),
    ...(await catchFault(() => examineMail(config))),
    ...(await catchFault(() => examineAddress(config, now))),
  ]
}

/** An examination that cannot be made is a finding too. */
async function catchFault(run: () => Finding[] | Promise<Finding[]>): Promise<Finding[]> {
  try {
    return await run()
  } catch (error) {
    return [fault(describeError(error))]
  }
}
