
use oxideal_engine::*;
use std::time::Instant;
fn best(mut f: impl FnMut()) -> f64 { let mut b=f64::MAX; for _ in 0..60 { let t=Instant::now(); for _ in 0..100 { f() } b=b.min(t.elapsed().as_secs_f64()/300.0*1e6); } b }
fn run<G: JsonFields>() {
    let rules = G::Rules::default();
    let mut s = State::<G>::deal(rules.clone(), Seed::from(3), 0);
    let mut c = SplitMix64::new(3);
    for _ in 0..12 { let a = s.position().pick_legal(&rules,&mut c).unwrap(); s.push(a).unwrap(); }
    let v = s.view(0).unwrap(); let r = s.recent();
    let j = v.to_json(&r).unwrap(); let t=v.to_text();
    let (v2, r2) = View::<G>::from_json(&j).unwrap(); assert!(v2==v && r2==r);
    let spaced = String::from_utf8(j.clone()).unwrap().replace(',', ", ").replace("\"text\": ", "");
    let _ = spaced;
    let sj = s.to_json().unwrap(); assert!(State::<G>::from_json(&sj).unwrap()==s);
    let ev = s.events_to_json(0,0).unwrap(); let n=s.events(0).unwrap().len();
    assert_eq!(events_from_json::<G>(&rules,&ev).unwrap(), s.events(0).unwrap());
    println!("{:14} len {:5} view {:.2} (text {:.2}) read {:.2} (from_text {:.2}) state {:.2} read {:.1} events {:.2}/{n} = {:.2} texts {:.2} plies {:.2}", G::NAME, j.len(),
      best(||{std::hint::black_box(v.to_json(&r).unwrap());}), best(||{std::hint::black_box(v.to_text());}),
      best(||{std::hint::black_box(View::<G>::from_json(&j).unwrap());}), best(||{std::hint::black_box(View::<G>::from_text(&t).unwrap());}),
      best(||{std::hint::black_box(s.to_json().unwrap());}), best(||{std::hint::black_box(State::<G>::from_json(&sj).unwrap());}),
      best(||{std::hint::black_box(s.events_to_json(0,0).unwrap());}), best(||{std::hint::black_box(s.events_to_json(0,0).unwrap());})/n as f64, best(||{std::hint::black_box(s.events(0).unwrap());}), best(||{std::hint::black_box(s.plies().unwrap().count());}));
}
fn main(){ run::<foursquare::FourSquare>(); run::<doudizhu::DouDizhu>(); run::<mexican_train::MexicanTrain>(); run::<rummy::Rummy>(); }
