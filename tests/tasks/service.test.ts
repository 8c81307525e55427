import { expect, test } from 'bun:test'
import { readConfig } from '#server/config.ts'
import { firstSettings, parseSettingsFile } from '#server/tasks/service/settings-file.ts'
import { asUtf16, taskDefinition } from '#server/tasks/service/task-definition.ts'
import { joblane } from './support.ts'

test('the settings file of Windows is read as the unit reads its own', () => {
  expect(
    parseSettingsFile(
      '# a\r\nJOBLANE_MAIL_FROM="Joblane <a@b.test>"\r\n  JOBLANE_PORT=80 \r\nPATH=x\r\n#JOBLANE_URL=x\r\nJOBLANE_BACKUP_TO=D:\\Joblane backups\\ë',
    ),
  ).toEqual({
    JOBLANE_MAIL_FROM: 'Joblane <a@b.test>',
    JOBLANE_PORT: '80',
    JOBLANE_BACKUP_TO: 'D:\\Joblane backups\\ë',
  })
  expect(readConfig(parseSettingsFile(firstSettings), [])).toMatchObject({ host: '127.0.0.1', port: 3000 })
})

test('the task starts the program under any path, once, for as long as it runs', () => {
  const text = asUtf16(taskDefinition('C:\\Program Files\\Joblane & Söhne\\joblane.exe')).toString('utf16le')
  expect(text.startsWith('\uFEFF<?xml version="1.0" encoding="UTF-16"?>')).toBe(true)
  expect(text).toContain('<Command>&quot;C:\\Program Files\\Joblane &amp; Söhne\\joblane.exe&quot;</Command>')
  expect(text).toContain('<MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>')
  expect(text).toContain('<ExecutionTimeLimit>PT0S</ExecutionTimeLimit>')
})

test('what is no verb of it is answered by those there are', async () => {
  for (const args of [['service'], ['service', 'begin'], ['service', 'install', 'now']])
    expect((await joblane(args)).err).toContain('joblane service install, remove, start or stop.')
})

test.skipIf(process.platform === 'win32')(
  'a machine without Windows is told what starts programs there',
  async () => {
    expect((await joblane(['service', 'install'])).err).toMatch(/systemd|joblane serve/)
  },
)
