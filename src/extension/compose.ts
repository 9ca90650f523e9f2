import * as vscode from 'vscode';
import { createAuditCommands } from './audit/auditCommands.ts';
import { AuditRunner } from './audit/auditRunner.ts';
import { DisposableStore } from './base/disposableStore.ts';
import { registerCommands } from './commands/registerCommands.ts';
import { FindingMarks } from './diagnostics/findingMarks.ts';
import { createEngineHost } from './engine/engineHost.ts';
import { createLog } from './log/createLog.ts';
import { FileWatch } from './results/fileWatch.ts';
import { createResultFiles } from './results/resultFiles.ts';
import { ResultStore } from './results/resultStore.ts';
import { createRuleDocuments } from './rules/ruleDocuments.ts';
import { showActions } from './status/showActions.ts';
import { createStatusItem } from './status/statusItem.ts';

/** Makes the parts of the extension and joins them. Nothing here reads a file or starts a process. */
export function compose(context: vscode.ExtensionContext): vscode.Disposable {
  const parts = new DisposableStore();
  const log = parts.add(createLog());
  const engine = parts.add(createEngineHost(context.asAbsolutePath('dist/engine.cjs'), log));
  const results = parts.add(new ResultStore(createResultFiles(context.storageUri, log)));
  const rules = createRuleDocuments(context.extensionUri);
  const marks = parts.add(new FindingMarks(results, rules));
  parts.add(new FileWatch(results, marks));
  const runner = parts.add(new AuditRunner(engine, results, log));
  parts.add(createStatusItem(runner, results));
  const audit = createAuditCommands(runner, engine, results, log);
  parts.add(
    registerCommands(
      {
        'rewheel.auditTurn': (argument) => audit.auditTurn(argument),
        'rewheel.auditFile': () => audit.auditFile(),
        'rewheel.clearFindings': async () => {
          runner.reset();
          await results.clear();
        },
        'rewheel.showLog': () => log.show(),
        'rewheel.showRule': (argument) => rules.show(argument),
        'rewheel.showActions': () => showActions(runner, results),
      },
      log,
    ),
  );
  // After activation: the window is not kept waiting for the last results.
  void results.restore(vscode.workspace.workspaceFolders ?? []);
  return parts;
}
