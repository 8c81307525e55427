/** `JOBLANE_NAME=value`, one a line; quotes around a value are left out, as systemd does. */
export function parseSettingsFile(text: string): Record<string, string> {
  const lines = text.split(/\r?\n/).flatMap((line) => {
    const [, name, value] = /^\s*(JOBLANE_[A-Z0-9_]+)=(.*?)\s*$/.exec(line) ?? []
    return name === undefined || value === undefined ? [] : [[name, unquote(value)]]
  })
  return Object.fromEntries(lines)
}

const unquote = (value: string) => /^(["'])(.*)\1$/.exec(value)?.[2] ?? value

export const firstSettings = `# Settings of Joblane, one NAME=value a line. All of them: joblane --help
# After a change: joblane service stop, joblane service start

# Only this machine. For the network of the office 0.0.0.0, and let its firewall know:
#   netsh advfirewall firewall add rule name=Joblane dir=in action=allow protocol=TCP localport=3000 profile=private
JOBLANE_HOST=127.0.0.1
JOBLANE_PORT=3000

#JOBLANE_SMTP=smtps://user:password@mail.example.co.za
#JOBLANE_MAIL_FROM=Joblane <jobs@example.co.za>
#JOBLANE_BACKUP_TO=D:\\Joblane backups
`.replaceAll('\n', '\r\n')
