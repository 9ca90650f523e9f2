import * as vscode from 'vscode';
import { createAuditCommands } from './audit/auditCommands.ts';
import { AuditRunner } from './audit/auditRunner.ts';
import { DisposableStore } from './base/disposableStore.ts';
import { registerCommands } from './commands/registerCommands.ts';
import { createBodyDocuments } from './compare/bodyDocuments.ts';
import { createFindingChooser } from './compare/chooseFinding.ts';
import { createCompareTurn } from './compare/compareTurn.ts';
import { createPlaceFinder } from './compare/locatePlace.ts';
import { createStateDocuments } from './compare/stateDocuments.ts';
import { createTargetCommands } from './compare/targetCommands.ts';
import { TurnRecords } from './compare/turnRecords.ts';
import { CellMarks } from './diagnostics/cellMarks.ts';
import { FindingMarks, type ShownMark } from './diagnostics/findingMarks.ts';
import { createEngineHost } from './engine/engineHost.ts';
import { createFixActions } from './fixes/fixActions.ts';
import { createFixCommands } from './fixes/fixCommands.ts';
import { FixEdits } from './fixes/fixEdits.ts';
import { createFindingHover } from './hover/findingHover.ts';
import { createLog } from './log/createLog.ts';
import { CodeMarks, toggleHints } from './marks/codeMarks.ts';
import { createTargetLens } from './marks/targetLens.ts';
import { FileWatch } from './results/fileWatch.ts';
import { createResultFiles } from './results/resultFiles.ts';
import { ResultStore } from './results/resultStore.ts';
import { TurnSummaries } from './results/turnSummaries.ts';
import { createRuleDocuments } from './rules/ruleDocuments.ts';
import { showActions } from './status/showActions.ts';
import { createStatusItem } from './status/statusItem.ts';
import { createReportDocuments } from './report/reportDocuments.ts';
import { createFindingsView } from './views/findingsView.ts';
import { createTurnsView } from './views/turnsView.ts';
import { createSaidOnce } from './watch/saidOnce.ts';
import { TurnAudits } from './watch/turnAudits.ts';
import { createTurnCommands } from './watch/turnCommands.ts';
import { sayStopped } from './watch/turnMessages.ts';
import { TurnWatch } from './watch/turnWatch.ts';
import { UserEdits } from './watch/userEdits.ts';

/** Makes the parts of the extension and joins them. Nothing here waits for a file or a process. */
export function compose(context: vscode.ExtensionContext): vscode.Disposable {
  const parts = new DisposableStore();
  const log = parts.add(createLog());
  const engine = parts.add(createEngineHost(context.asAbsolutePath('dist/engine.cjs'), log));
  const results = parts.add(new ResultStore(createResultFiles(context.storageUri, log)));
  const rules = createRuleDocuments(context.extensionUri);
  const marks = parts.add(new FindingMarks(results, rules));
  const cells = parts.add(
    new CellMarks(results, rules, marks.onDidSettle, (folder, file) => marks.isUnchanged(folder, file)),
  );
  parts.add(new FileWatch(results, marks));
  const summaries = parts.add(new TurnSummaries(context.storageUri, log));
  const runner = parts.add(new AuditRunner(engine, results, summaries, log));
  const watch = parts.add(new TurnWatch(engine, context.workspaceState, log));
  const once = createSaidOnce(vscode.Uri.joinPath(context.globalStorageUri, 'said').fsPath);
  parts.add(new TurnAudits(watch, runner, results, once, log));
  parts.add(new UserEdits(engine, watch));
  parts.add(watch.onDidStop(({ folder, message }) => void sayStopped(folder, message)));
  parts.add(createStatusItem(runner, results, watch));
  const records = parts.add(new TurnRecords(engine, watch, log));
  const states = parts.add(createStateDocuments(engine, log));
  const places = createPlaceFinder(results, marks, records, states);
  const bodies = parts.add(createBodyDocuments(places));
  const marksIn = (uri: vscode.Uri): ShownMark[] => [...marks.marksIn(uri), ...cells.marksIn(uri)];
  const chosen = createFindingChooser(results, summaries, marksIn);
  const targets = createTargetCommands(chosen, places, bodies);
  const fixEdits = new FixEdits(results, marks);
  const fixes = createFixCommands(chosen, fixEdits, results, marks, cells, engine);
  parts.add(createFixActions(marksIn, fixEdits));
  const compareTurn = createCompareTurn(engine, records, states, log);
  parts.add(new CodeMarks(marks, context.extensionUri));
  parts.add(createTargetLens(marks, results));
  parts.add(createFindingHover(marks));
  parts.add(createTurnsView(records, summaries, watch, context.workspaceState));
  const findings = parts.add(createFindingsView(results, context.workspaceState));
  const reports = parts.add(createReportDocuments(results));
  const audit = createAuditCommands(runner, engine, results, watch, log);
  const turns = createTurnCommands(watch, engine, log);
  parts.add(
    registerCommands(
      {
        'rewheel.auditTurn': (argument) => audit.auditTurn(argument),
        'rewheel.auditLastTurn': (argument) => audit.auditLastTurn(argument),
        'rewheel.auditFile': () => audit.auditFile(),
        'rewheel.startWatching': () => turns.startWatching(),
        'rewheel.stopWatching': () => turns.stopWatching(),
        'rewheel.beginTurn': (argument) => turns.beginTurn(argument),
        'rewheel.endTurn': (argument) => turns.endTurn(argument),
        'rewheel.showReport': (argument) => reports.show(argument),
        'rewheel.clearFindings': async () => {
          runner.reset();
          await results.clear();
        },
        'rewheel.compareTarget': (argument) => targets.compareTarget(argument),
        'rewheel.compareTurn': (argument) => compareTurn(argument),
        'rewheel.openPlace': (argument) => targets.openPlace(argument),
        'rewheel.copyFinding': (argument) => targets.copyFinding(argument),
        'rewheel.callTarget': (argument) => fixes.callTarget(argument),
        'rewheel.fixTurn': (argument) => fixes.fixTurn(argument),
        'rewheel.ignoreFinding': (argument) => fixes.ignoreFinding(argument),
        'rewheel.acceptFinding': (argument) => fixes.acceptFinding(argument),
        'rewheel.copyRequest': (argument) => fixes.copyRequest(argument),
        'rewheel.sendToChat': (argument) => fixes.sendToChat(argument),
        'rewheel.groupFindings': (argument) => findings.group(argument),
        'rewheel.filterFindings': (argument) => findings.filter(argument),
        'rewheel.toggleHints': () => toggleHints(),
        'rewheel.showLog': () => log.show(),
        'rewheel.showRule': (argument) => rules.show(argument),
        'rewheel.showActions': () => showActions(runner, results, watch),
      },
      log,
    ),
  );
  // After activation: the window is not kept waiting for the last results.
  void results.restore(vscode.workspace.workspaceFolders ?? []);
  void watch.resume();
  return parts;
}
