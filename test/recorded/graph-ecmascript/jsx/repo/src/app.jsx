import { Button, ui } from './button';
import * as all from './button';
import { Link } from 'router';
const Local = () => <Button />;
export function App() {
  return (
    <ui.Panel>
      <Local onClick={Button} />
      <all.Button />
      <Link />
    </ui.Panel>
  );
}
