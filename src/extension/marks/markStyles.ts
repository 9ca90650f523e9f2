import * as vscode from 'vscode';

/** How marks look; colours are contributed in package.json, so that users and themes can set them. */
export interface MarkStyles {
  /** The lines that repeat a target. */
  region: vscode.TextEditorDecorationType;
  /** Their first line: icon in the gutter. */
  repeated: vscode.TextEditorDecorationType;
  /** First line of a target: icon in the gutter, place in the overview ruler. */
  target: vscode.TextEditorDecorationType;
  /** Text at the end of a line. */
  hint: vscode.TextEditorDecorationType;
  all: readonly vscode.TextEditorDecorationType[];
}

/** `extensionUri` is the folder of the extension. */
export function createMarkStyles(extensionUri: vscode.Uri): MarkStyles {
  const icon = (name: string, theme: string): vscode.Uri =>
    vscode.Uri.joinPath(extensionUri, 'media', 'icons', `${name}-${theme}.svg`);
  const gutter = (name: string): vscode.DecorationRenderOptions => ({
    gutterIconSize: 'contain',
    light: { gutterIconPath: icon(name, 'light') },
    dark: { gutterIconPath: icon(name, 'dark') },
  });
  const region = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('rewheel.repeatedBackground'),
    borderColor: new vscode.ThemeColor('rewheel.repeatedBorder'),
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    overviewRulerColor: new vscode.ThemeColor('rewheel.repeatedOverviewRuler'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedClosed,
  });
  const repeated = vscode.window.createTextEditorDecorationType(gutter('repeated'));
  const target = vscode.window.createTextEditorDecorationType({
    ...gutter('target'),
    overviewRulerColor: new vscode.ThemeColor('rewheel.targetOverviewRuler'),
    overviewRulerLane: vscode.OverviewRulerLane.Center,
  });
  const hint = vscode.window.createTextEditorDecorationType({
    rangeBehavior: vscode.DecorationRangeBehavior.ClosedOpen,
    after: {
      color: new vscode.ThemeColor('rewheel.hintForeground'),
      fontStyle: 'italic',
      margin: '0 0 0 3ch',
    },
  });
  return { region, repeated, target, hint, all: [region, repeated, target, hint] };
}
