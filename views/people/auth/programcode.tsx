/** After a sign-in elsewhere that a program asked for: the code to enter there. */
export const ProgramCode = ({ code }: { code: string }) => (
  <>
    <h1>Signed in</h1>
    <p>
      Enter this code in the program that sent you here. It works once, for five minutes. If you did not start
      this yourself, close this page: nobody gets in without the code.
    </p>
    <p className="codeonce">
      <code>{code}</code>
    </p>
  </>
)
