import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import * as vscode from 'vscode';
import { allFindings, audit, fileOf, findingsIn, LAST_COMMIT, until } from './support.ts';

/** The notebook's cells are: heading, imports, copy, call. */
const COPY = 2;

describe('findings in a notebook', () => {
  it('stand in the cell, follow its edits and the cell itself, and link to the code that they repeat', async () => {
    assert.deepEqual(await audit('rewheel.auditTurn', { comparison: LAST_COMMIT }), { status: 'done', findings: 1 });
    // Closed, it has no cell to mark, and lines of the cell are none of the file.
    assert.deepEqual(allFindings(), []);

    const notebook = await vscode.workspace.openNotebookDocument(fileOf('report.ipynb'));
    const cell = notebook.cellAt(COPY).document;
    const [finding] = await until(() => findingsIn(cell.uri).length > 0 && findingsIn(cell.uri));
    assert.equal(cell.lineAt(finding!.range.start.line).text, 'def read_sales(path):');
    assert.match(finding!.message, /load_sales \(sales\.py:4\)/);
    const [target] = finding!.relatedInformation ?? [];
    assert.equal(target?.location.uri.toString(), fileOf('sales.py').toString());
    assert.equal(target?.location.range.start.line, 3);
    assert.equal(allFindings().length, 1);

    const insert = (line: number, text: string): Thenable<boolean> => {
      const edit = new vscode.WorkspaceEdit();
      edit.insert(cell.uri, new vscode.Position(line, 0), text);
      return vscode.workspace.applyEdit(edit);
    };
    await insert(0, '# above\n');
    await until(() => findingsIn(cell.uri)[0]?.range.start.line === 3);
    const added = new vscode.WorkspaceEdit();
    added.set(notebook.uri, [
      vscode.NotebookEdit.insertCells(0, [
        new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'first = 1', 'python'),
      ]),
    ]);
    await vscode.workspace.applyEdit(added);
    assert.equal(notebook.cellAt(COPY + 1).document, cell);
    assert.equal(findingsIn(cell.uri)[0]?.range.start.line, 3);
    await insert(5, '    path = str(path)\n');
    await until(() => findingsIn(cell.uri).length === 0);
  });

  it('audits the notebook of the active cell', async () => {
    const notebook = await vscode.workspace.openNotebookDocument(fileOf('other.ipynb'));
    await vscode.window.showNotebookDocument(notebook);
    await until(() => vscode.window.activeNotebookEditor?.notebook === notebook);
    assert.deepEqual(await audit('rewheel.auditFile'), { status: 'done', findings: 0 });
  });
});
