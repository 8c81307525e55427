import { existsSync } from 'node:fs'
import { WrongSetting } from '#server/config.ts'
import { installTask, removeTask, runTask, startTask, stopTask } from './service/windows-task.ts'

const verbs: Record<string, () => unknown> = {
  install: installTask,
  remove: removeTask,
  start: startTask,
  stop: stopTask,
  run: runTask,
}

/** On Windows alone: elsewhere a unit or a plist does it. */
export async function service(args: string[]): Promise<void> {
  const [verb = '', ...rest] = args
  const act = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined
  if (!act || rest.length > 0) throw new WrongSetting('joblane service install, remove, start or stop.')
  if (process.platform !== 'win32') throw new WrongSetting(elsewhere())
  await act()
}

const elsewhere = () =>
  existsSync('/run/systemd/system')
    ? 'This machine starts programs by systemd: the Debian package brings a unit, and README.md says how.'
    : 'Only Windows is set up by this command. Let whatever starts programs here run "joblane serve".'
