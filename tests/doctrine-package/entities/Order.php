<?php
/* An entity of orm.php. */
declare(strict_types=1);

use Doctrine\ORM\Mapping as ORM;

#[ORM\Entity, ORM\Table('orm_orders')]
class Order
{
	#[ORM\Id, ORM\GeneratedValue, ORM\Column]
	public ?int $id = null;
	#[ORM\OneToMany(targetEntity: Line::class, mappedBy: 'order', cascade: ['persist'])]
	public Doctrine\Common\Collections\Collection $lines;

	public function __construct(#[ORM\Column] public string $customer, #[ORM\Column] public DateTimeImmutable $day)
	{
		$this->lines = new Doctrine\Common\Collections\ArrayCollection();
	}
}
