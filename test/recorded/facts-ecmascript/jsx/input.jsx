import { Card } from './card';
export function App({ items, onSelect }) {
  const render = (item) => <Card key={item.id} item={item} />;
  return (
    <Layout.Main title="x" {...props}>
      <div className="a" onClick={() => onSelect(items[0])}>
        {items.map(render)} text &amp; more
      </div>
      <>
        <Card.Header />
        <foo-bar />
        <this.Local />
      </>
      <svg:rect x:y="1" />
    </Layout.Main>
  );
}
export default memo(function Named() {
  return <App />;
});
